import {
  WEBHOOK_NONCE_HEADER,
  WEBHOOK_RETRY_SECONDS,
  WEBHOOK_SIGNATURE_HEADER,
} from '#contract/loyalty/webhooks.ts';
import type { IncomingRequest } from '#services/gateway/inbox/receive/store-rejected.ts';
import { signWebhook } from '#services/loyalty/webhooks/sending/sign-webhook.ts';
import { addSeconds } from '#services/platform/clock.ts';
import type { PastDelivery } from './past-deliveries.ts';

/** An address for documentation (RFC 5737). */
const SENDER_IP = '192.0.2.10';

/** A request that reached an inbox. */
export type ReceivedWebhook = Omit<IncomingRequest, 'teamId'>;

/** The requests of a delivery: two if the response to the first one was lost. */
export function toReceivedWebhooks(
  { at, body, isRepeated }: PastDelivery,
  secret: string,
): ReceivedWebhook[] {
  const first = createReceived(body, secret, at);
  return isRepeated
    ? [first, createReceived(body, secret, addSeconds(at, WEBHOOK_RETRY_SECONDS))]
    : [first];
}

/** A request with a valid signature, signed when it is received. */
export function createReceived(body: string, secret: string, receivedAt: Date): ReceivedWebhook {
  return {
    receivedAt,
    body: Buffer.from(body),
    ip: SENDER_IP,
    ...signatureHeaders(body, secret, receivedAt),
  };
}

/** The signature headers of a body, as the inbox stores them. */
export function signatureHeaders(body: string, secret: string, at: Date) {
  const headers = signWebhook([Buffer.from(body)], { secret }, at);
  return {
    signature: headers[WEBHOOK_SIGNATURE_HEADER],
    nonce: headers[WEBHOOK_NONCE_HEADER],
  };
}
