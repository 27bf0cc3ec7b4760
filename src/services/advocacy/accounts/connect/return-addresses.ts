import type { ErrorObject } from '#contract/json-api.ts';
import { isOrigin, isRedirectUri } from '#services/advocacy/oauth/clients/client-urls.ts';
import { errorResponse } from '#services/platform/json-api/errors.ts';

/** Recipients to which a client may have the result of a connection sent; null for any. */
export interface AllowedReturns {
  connectOrigins: readonly string[] | null;
  connectRedirectUris: readonly string[] | null;
}

/** Validates `origin` and `redirect_uri` (decisions.md, 22). */
export function checkReturnAddresses(
  {
    origin,
    redirect_uri: redirectUri,
  }: { origin?: string | undefined; redirect_uri?: string | undefined },
  client: AllowedReturns | undefined,
): ErrorObject[] {
  const errors: ErrorObject[] = [];
  const reject = (parameter: string, detail: string) =>
    errors.push(...errorResponse(422, { detail, source: { parameter } }).errors);
  if (origin !== undefined) {
    if (!isOrigin(origin)) reject('origin', 'Use an origin such as https://console.example.com.');
    else if (client?.connectOrigins?.includes(origin) === false) {
      reject('origin', 'This origin is not registered for the application.');
    }
  }
  if (redirectUri !== undefined) {
    if (!isRedirectUri(redirectUri)) {
      reject('redirect_uri', 'Use an http or https URL without a user name or a fragment.');
    } else if (client?.connectRedirectUris?.includes(redirectUri) === false) {
      reject('redirect_uri', 'This URL is not registered for the application.');
    }
  }
  return errors;
}
