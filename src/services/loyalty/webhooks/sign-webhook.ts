import { createHmac } from 'node:crypto';
import { WEBHOOK_NONCE_HEADER, WEBHOOK_SIGNATURE_HEADER } from '#contract/loyalty/webhooks.ts';

/** The signature of `<body>:<nonce>` and the nonce, as headers. */
export function signWebhook(body: string, secret: string, now: Date): Record<string, string> {
  const nonce = String(now.getTime());
  const signature = createHmac('sha512', secret).update(`${body}:${nonce}`).digest('hex');
  return { [WEBHOOK_SIGNATURE_HEADER]: signature, [WEBHOOK_NONCE_HEADER]: nonce };
}
