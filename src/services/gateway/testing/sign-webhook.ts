import { createHmac } from 'node:crypto';

export const WEBHOOK_SECRET = 'patron-test-webhook-secret';

export interface SignOptions {
  secret?: string;
  nonce?: string;
  algorithm?: string;
  encoding?: 'hex' | 'base64';
}

/** The headers of a webhook request; options make parts of the signature wrong. */
export function signWebhook(
  body: string | Uint8Array,
  now: Date,
  {
    secret = WEBHOOK_SECRET,
    nonce = String(now.getTime()),
    algorithm = 'sha512',
    encoding = 'hex',
  }: SignOptions = {},
): Record<string, string> {
  const signature = createHmac(algorithm, secret).update(body).update(`:${nonce}`).digest(encoding);
  return { 'content-type': 'application/json', 'x-loyalty-signature': signature, nonce };
}

/** A webhook body. */
export function envelope(events: unknown[], changes: Record<string, unknown> = {}): string {
  return JSON.stringify({
    request_id: 'request-1',
    total_count: events.length,
    created_date: '01/31/2026 12:00:00',
    events,
    ...changes,
  });
}

export function tierUpgrade(id: string, member: Record<string, unknown> = { member_id: 'M-1' }) {
  return { id, event_type: 'event_member_tierupgrade', data: { member_info: member } };
}
