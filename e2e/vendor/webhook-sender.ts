import { createHmac } from 'node:crypto';

/** A webhook of the loyalty program. */
export interface SentWebhook {
  /** Signed once: every attempt sends the same bytes and headers. */
  send(): Promise<number>;
}

/**
 * Signs a request with events, and sends it as often as asked.
 *
 * @param signedAt in ms since 1970
 */
export function createWebhook(
  inboxUrl: string,
  secret: string,
  events: readonly Record<string, unknown>[],
  signedAt = Date.now(),
): SentWebhook {
  const body = JSON.stringify({
    request_id: `req.${signedAt}`,
    total_count: events.length,
    created_date: '11/26/2026 10:00:00',
    events,
  });
  const nonce = String(signedAt);
  const signature = createHmac('sha512', secret).update(`${body}:${nonce}`).digest('hex');
  const headers = {
    'content-type': 'application/json',
    'x-loyalty-signature': signature,
    nonce,
  };
  return {
    send: async () => (await fetch(inboxUrl, { method: 'POST', headers, body })).status,
  };
}
