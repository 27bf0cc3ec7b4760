import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import { type ReceivedWebhook, received, signed } from './received-webhooks.ts';

const HOUR_SECONDS = 3600;

/**
 * Somebody tries the address of an inbox out with their own tools, and goes wrong in the ways that
 * people do.
 * @param body of a delivery that came before, which they send again.
 */
export function mistakenWebhooks(body: string, secret: string, now: Date): ReceivedWebhook[] {
  const daysAgo = (days: number) => addSeconds(now, -days * DAY_SECONDS - 2_000);
  /** Signed over the body, and then sent with another one. */
  const resent = (days: number, sent: string): ReceivedWebhook => ({
    ...received(body, secret, daysAgo(days)),
    body: Buffer.from(sent),
  });
  const signedAt = (days: number, nonceOf: (at: Date) => Date): ReceivedWebhook => {
    const at = daysAgo(days);
    return { ...received(body, secret, at), ...signed(body, secret, nonceOf(at)) };
  };
  return [
    resent(6, JSON.stringify(JSON.parse(body), null, 2)),
    resent(5.9, `${body}\n`),
    // Seconds in place of milliseconds.
    signedAt(5.8, (at) => new Date(Math.floor(at.getTime() / 1000))),
    signedAt(5.7, (at) => addSeconds(at, -HOUR_SECONDS)),
    received('{"events": "none"}', secret, daysAgo(5.6)),
    // Too large to be read.
    { ...received(body, secret, daysAgo(5.5)), body: undefined },
  ];
}
