import { randomBytes } from 'node:crypto';

/** It identifies leaked secrets to people and scanners. */
type SecretKind = 'api_key' | 'client_secret' | 'webhook_secret' | 'export_token';

export const secretPrefix = (kind: SecretKind) => `patron_${kind}_`;

/** A random 256-bit secret, safe in headers, forms and URLs. */
export function generateSecret(kind: SecretKind): string {
  return secretPrefix(kind) + randomBytes(32).toString('base64url');
}
