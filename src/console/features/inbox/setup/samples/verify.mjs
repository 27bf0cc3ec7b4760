import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * @param {Uint8Array} body the exact bytes of the request
 * @param {string} nonce the header "nonce"
 * @param {string} signature the header "x-loyalty-signature"
 * @param {string} secret the secret of the webhook
 */
export function isAuthentic(body, nonce, signature, secret) {
  const hmac = createHmac('sha512', secret);
  const expected = hmac.update(body).update(`:${nonce}`).digest();
  const received = Buffer.from(signature, 'hex');
  const ageMs = Date.now() - Number(nonce);
  const isRecent = ageMs <= 30 * 60_000 && ageMs >= -5 * 60_000;
  if (!isRecent || received.length !== expected.length) return false;
  return timingSafeEqual(received, expected);
}
