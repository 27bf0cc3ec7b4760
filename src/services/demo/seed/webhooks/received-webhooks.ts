import {
  WEBHOOK_NONCE_HEADER,
  WEBHOOK_RETRY_SECONDS,
  WEBHOOK_SIGNATURE_HEADER,
} from '#contract/loyalty/webhooks.ts';
import type { IncomingRequest } from '#services/gateway/inbox/receive/store-rejected.ts';
import { signWebhook } from '#services/loyalty/webhooks/sign-webhook.ts';
import { addSeconds } from '#services/platform/clock.ts';
import type { PastDelivery } from './past-deliveries.ts';

/** A request that reached an inbox. */
export type ReceivedWebhook = Omit<IncomingRequest, 'teamId'>;

/** How a delivery reached the inbox: once, or again where the first answer was lost. */
export function receivedWebhooks(
  { at, body, isRepeated }: PastDelivery,
  secret: string,
): ReceivedWebhook[] {
  const first = received(body, secret, at);
  return isRepeated
    ? [first, received(body, secret, addSeconds(at, WEBHOOK_RETRY_SECONDS))]
    : [first];
}

/** A body that is signed as the loyalty program signs, at the moment at which it comes in. */
export function received(body: string, secret: string, receivedAt: Date): ReceivedWebhook {
  return { receivedAt, body: Buffer.from(body), ...signed(body, secret, receivedAt) };
}

/** The headers that prove a body, as the inbox keeps them. */
export function signed(body: string, secret: string, at: Date) {
  const headers = signWebhook(body, secret, at);
  return {
    signature: headers[WEBHOOK_SIGNATURE_HEADER],
    nonce: headers[WEBHOOK_NONCE_HEADER],
  };
}
