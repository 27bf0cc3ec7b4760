const BEARER = /^Bearer ([A-Za-z0-9._~+/-]+=*)$/i;

/** The token of an `Authorization` header (RFC 6750, 2.1); undefined where it holds none. */
export function parseBearerToken(authorization: string | undefined): string | undefined {
  return BEARER.exec(authorization ?? '')?.[1];
}
