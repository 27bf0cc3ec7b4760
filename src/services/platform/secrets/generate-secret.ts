import { randomBytes } from 'node:crypto';

/**
 * A random 256-bit secret, safe in headers, forms and URLs.
 * @param kind a prefix that identifies leaked secrets to people and scanners
 */
export function generateSecret(kind: 'api_key' | 'client_secret' | 'webhook_secret'): string {
  return `patron_${kind}_${randomBytes(32).toString('base64url')}`;
}
