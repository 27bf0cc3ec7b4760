import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';

/** Attributes of all cookies of the authorization server. */
export function cookieAttributes(publicUrl: string) {
  return {
    signed: true,
    httpOnly: true,
    sameSite: 'lax',
    secure: publicUrl.startsWith('https:'),
  } as const;
}

/**
 * The name of a cookie. Under HTTPS, browsers accept the prefix only from HTTPS, so that nobody can
 * plant the cookie over HTTP.
 */
export function cookieName(publicUrl: string, name: string): string {
  return publicUrl.startsWith('https:') ? `__Secure-${name}` : name;
}

/** Reads and sets signed cookies of the sign-in pages. */
export function createSignInCookies(provider: Provider, publicUrl: string) {
  const cookiesOf = (request: FastifyRequest, reply: FastifyReply) =>
    provider.createContext(request.raw, reply.raw).cookies;

  return {
    /** @returns undefined if it is missing or its signature is wrong */
    get(request: FastifyRequest, reply: FastifyReply, name: string): string | undefined {
      return cookiesOf(request, reply).get(cookieName(publicUrl, name), { signed: true });
    },
    /** @param value undefined deletes the cookie */
    set(
      request: FastifyRequest,
      reply: FastifyReply,
      name: string,
      value: string | undefined,
      { path, seconds }: { path: string; seconds: number },
    ): void {
      cookiesOf(request, reply).set(cookieName(publicUrl, name), value ?? null, {
        ...cookieAttributes(publicUrl),
        path,
        ...(value === undefined ? {} : { maxAge: seconds * 1000 }),
      });
    },
  };
}
export type SignInCookies = ReturnType<typeof createSignInCookies>;
