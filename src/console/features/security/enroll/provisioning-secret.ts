/** The secret in an otpauth address, as an app takes it; undefined where there is none. */
export function readSecret(provisioningUrl: string): string | undefined {
  return URL.parse(provisioningUrl)?.searchParams.get('secret')?.toUpperCase() || undefined;
}

/** A secret in groups of four, as it is read and typed. */
export function formatSecret(secret: string): string {
  return secret.replace(/(.{4})(?=.)/g, '$1 ');
}
