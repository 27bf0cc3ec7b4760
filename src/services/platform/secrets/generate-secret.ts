import { randomBytes } from 'node:crypto';

/**
 * A new random secret with 256 bits, safe in headers, forms and addresses.
 * @param kind stands in front, so that people and scanners of leaks know what they have found.
 */
export function generateSecret(kind: 'api_key' | 'client_secret' | 'webhook_secret'): string {
  return `patron_${kind}_${randomBytes(32).toString('base64url')}`;
}
