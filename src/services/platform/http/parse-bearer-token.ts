const BEARER = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i;

/** The token in an `Authorization` header (RFC 6750, 2.1); undefined if there is none. */
export function parseBearerToken(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1];
}
