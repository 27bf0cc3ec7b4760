import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import { createReceived, type ReceivedWebhook, signatureHeaders } from './received-webhooks.ts';

const HOUR_SECONDS = 3600;

/**
 * Requests of somebody who tries out an inbox with their own tools and makes typical mistakes.
 * @param body of an earlier delivery, which is sent again
 */
export function createInvalidWebhooks(body: string, secret: string, now: Date): ReceivedWebhook[] {
  const daysAgo = (days: number) => addSeconds(now, -days * DAY_SECONDS - 2_000);
  /** Signed for `body`, but sent with another body. */
  const resent = (days: number, sent: string): ReceivedWebhook => ({
    ...createReceived(body, secret, daysAgo(days)),
    body: Buffer.from(sent),
  });
  const signedAt = (days: number, nonceOf: (at: Date) => Date): ReceivedWebhook => {
    const at = daysAgo(days);
    return { ...createReceived(body, secret, at), ...signatureHeaders(body, secret, nonceOf(at)) };
  };
  return [
    resent(6, JSON.stringify(JSON.parse(body), null, 2)),
    resent(5.9, `${body}\n`),
    // Seconds instead of milliseconds.
    signedAt(5.8, (at) => new Date(Math.floor(at.getTime() / 1000))),
    signedAt(5.7, (at) => addSeconds(at, -HOUR_SECONDS)),
    createReceived('{"events": "none"}', secret, daysAgo(5.6)),
    // Too large.
    { ...createReceived(body, secret, daysAgo(5.5)), body: undefined },
  ];
}
