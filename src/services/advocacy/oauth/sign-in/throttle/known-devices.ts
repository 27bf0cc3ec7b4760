import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';

const COOKIE = 'patron_device';
/** Lifetime of the cookie, renewed at each sign-in. */
export const DEVICE_SECONDS = 180 * DAY_SECONDS;

/**
 * Recognizes browsers a user has signed in from before, by a signed cookie. It proves nothing else; the
 * throttle counts such a browser separately from its network.
 */
export function createKnownDevices(provider: Provider, baseUrl: string) {
  const { protocol, pathname } = new URL(baseUrl);
  const cookiesOf = (request: FastifyRequest, reply: FastifyReply) =>
    provider.createContext(request.raw, reply.raw).cookies;

  return {
    /** The browser's id, if the user has signed in from it. */
    find(request: FastifyRequest, reply: FastifyReply, userId: number): string | undefined {
      const value = cookiesOf(request, reply).get(COOKIE, { signed: true }) ?? '';
      const [owner, device] = value.split('.');
      return owner === String(userId) ? device : undefined;
    },
    remember(request: FastifyRequest, reply: FastifyReply, userId: number): void {
      const device = this.find(request, reply, userId) ?? randomBytes(16).toString('base64url');
      cookiesOf(request, reply).set(COOKIE, `${userId}.${device}`, {
        signed: true,
        httpOnly: true,
        sameSite: 'lax',
        secure: protocol === 'https:',
        path: `${pathname}${OAUTH_PATHS.signIn}`,
        maxAge: DEVICE_SECONDS * 1000,
      });
    },
  };
}
export type KnownDevices = ReturnType<typeof createKnownDevices>;
