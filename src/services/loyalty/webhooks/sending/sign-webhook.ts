import { createHmac } from 'node:crypto';
import {
  WEBHOOK_NONCE_HEADER,
  WEBHOOK_OTHER_SIGNATURE_HEADER,
  WEBHOOK_SIGNATURE_HEADER,
} from '#contract/loyalty/webhooks.ts';

export interface SigningKeys {
  secret: string;
  /** While a secret is replaced: the one that isn't in force. */
  other?: string | undefined;
}

/**
 * The signatures of `<body>:<nonce>` and the nonce, as headers.
 * @param body in one or more parts
 */
export function signWebhook(
  body: readonly Uint8Array[],
  { secret, other }: SigningKeys,
  now: Date,
): Record<string, string> {
  const nonce = String(now.getTime());
  const sign = (key: string) => {
    const hmac = createHmac('sha512', key);
    for (const part of body) hmac.update(part);
    return hmac.update(`:${nonce}`).digest('hex');
  };
  return {
    [WEBHOOK_SIGNATURE_HEADER]: sign(secret),
    ...(other === undefined ? {} : { [WEBHOOK_OTHER_SIGNATURE_HEADER]: sign(other) }),
    [WEBHOOK_NONCE_HEADER]: nonce,
  };
}
