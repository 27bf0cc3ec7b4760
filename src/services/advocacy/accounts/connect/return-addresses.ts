import type { ErrorObject } from '#contract/json-api.ts';
import { errorResponse } from '#services/platform/json-api/errors.ts';

const ADDRESS_MAX = 2048;
/** http(s), an authority without userinfo, then nothing that the URL parser would silently repair. */
const REDIRECT_URI = /^https?:\/\/[^/?#@\s\\]+(?:[/?][^#\s\\]*)?$/;

/** Where the result of a connection may go; null: anywhere. */
export interface AllowedReturns {
  connectOrigins: readonly string[] | null;
  connectRedirectUris: readonly string[] | null;
}

/** Whether the text is an http(s) origin in its own spelling: scheme, host and port, nothing else. */
export function isOrigin(text: string): boolean {
  if (!/^https?:/.test(text) || !URL.canParse(text)) return false;
  return new URL(text).origin === text;
}

/** Whether the text is an absolute http(s) URL without userinfo or fragment. */
export function isRedirectUri(text: string): boolean {
  return text.length <= ADDRESS_MAX && REDIRECT_URI.test(text) && URL.canParse(text);
}

/**
 * Checks `origin` and `redirect_uri` (decisions.md, 22).
 * @param client the OAuth client that asks; one without lists may name any address
 */
export function checkReturnAddresses(
  {
    origin,
    redirect_uri: redirectUri,
  }: { origin?: string | undefined; redirect_uri?: string | undefined },
  client: AllowedReturns | undefined,
): ErrorObject[] {
  const problems: ErrorObject[] = [];
  const refuse = (parameter: string, detail: string) =>
    problems.push(...errorResponse(422, { detail, source: { parameter } }).errors);
  if (origin !== undefined) {
    if (!isOrigin(origin)) refuse('origin', 'Takes an origin such as https://console.example.com.');
    else if (client?.connectOrigins?.includes(origin) === false) {
      refuse('origin', 'Is not an origin of this application.');
    }
  }
  if (redirectUri !== undefined) {
    if (!isRedirectUri(redirectUri)) {
      refuse('redirect_uri', 'Takes an http or https address without a user name or a fragment.');
    } else if (client?.connectRedirectUris?.includes(redirectUri) === false) {
      refuse('redirect_uri', 'Is not an address of this application.');
    }
  }
  return problems;
}
