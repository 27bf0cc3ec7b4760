import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type Provider from 'oidc-provider';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { isHttps } from '#services/advocacy/oauth/protocol/provider.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';

const COOKIE = 'patron_device';
/** How long a browser is known, from the person's last sign-in on. */
export const DEVICE_SECONDS = 180 * DAY_SECONDS;

/**
 * Remembers, in a signed cookie, that a person signed in from this browser before. It proves
 * nothing but that: the throttle counts such a browser on its own, apart from its network.
 */
export function createKnownDevices(provider: Provider, baseUrl: string) {
  const cookiesOf = (request: FastifyRequest, reply: FastifyReply) =>
    provider.createContext(request.raw, reply.raw).cookies;

  return {
    /** The browser's id, where this person has signed in from it. */
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
        secure: isHttps(baseUrl),
        path: `${new URL(baseUrl).pathname}${OAUTH_PATHS.signIn}`,
        maxAge: DEVICE_SECONDS * 1000,
      });
    },
  };
}
export type KnownDevices = ReturnType<typeof createKnownDevices>;
