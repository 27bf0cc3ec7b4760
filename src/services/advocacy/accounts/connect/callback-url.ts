/** The path that third parties send people back to, under {base_url}; outside /v2, for browsers. */
export const CALLBACK_PATH = '/connect/callback';

/** The address to register at a third party for accounts of the type. */
export function callbackUrl(baseUrl: string, type: string): string {
  return `${baseUrl}${CALLBACK_PATH}/${type}`;
}
