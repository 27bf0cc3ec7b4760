/** The redirect URI at third parties, under {base_url} but outside /v2. */
export const CALLBACK_PATH = '/connect/callback';

/** The redirect URI to register at the third party of an account type. */
export function callbackUrl(baseUrl: string, type: string): string {
  return `${baseUrl}${CALLBACK_PATH}/${type}`;
}
