import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import type { SignInCookies } from '#services/advocacy/oauth/sign-in/sign-in-cookies.ts';
import type { UserRow } from '#services/advocacy/users/users-store.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import { digest } from '#services/platform/secrets/digest.ts';

const COOKIE = 'patron_device';
/** Lifetime of the cookie, renewed at each sign-in. */
export const DEVICE_SECONDS = 180 * DAY_SECONDS;

/** Marks a sign-in without a second factor. */
const NO_FACTOR = 0;

/** A browser that a user has signed in from. */
interface KnownDevice {
  id: string;
  /** The user's oldest factor when they last passed a code in it; `NO_FACTOR` without one. */
  factorId: number;
}

/**
 * Recognizes browsers a user has signed in from before, by a signed cookie. It proves nothing else; the
 * throttle counts such a browser separately from its network. A new password ends all of them.
 */
export function createKnownDevices(cookies: SignInCookies, mountPath: string) {
  function find(
    request: FastifyRequest,
    reply: FastifyReply,
    user: UserRow,
  ): KnownDevice | undefined {
    const [owner, id = '', factorId, password] = (cookies.get(request, reply, COOKIE) ?? '').split(
      '.',
    );
    if (owner !== String(user.id) || password !== fingerprint(user)) return undefined;
    return { id, factorId: Number(factorId) };
  }

  return {
    /** Whether the user was the last to sign in from the browser, with whatever password. */
    isKnown(request: FastifyRequest, reply: FastifyReply, user: UserRow): boolean {
      return cookies.get(request, reply, COOKIE)?.split('.')[0] === String(user.id);
    },
    /** The browser's id, if the user has entered their current password in it. */
    findForPassword(request: FastifyRequest, reply: FastifyReply, user: UserRow) {
      return find(request, reply, user)?.id;
    },
    /**
     * The browser's id, if a code was accepted in it since the oldest factor exists. A browser that
     * only knows the password could belong to someone who guesses codes.
     */
    findForCode(
      request: FastifyRequest,
      reply: FastifyReply,
      user: UserRow,
      oldestFactorId: number,
    ) {
      const device = find(request, reply, user);
      return device?.factorId === oldestFactorId ? device.id : undefined;
    },
    /** @param oldestFactorId the user's oldest factor, if a code was accepted */
    remember(
      request: FastifyRequest,
      reply: FastifyReply,
      user: UserRow,
      oldestFactorId = NO_FACTOR,
    ): void {
      const id = find(request, reply, user)?.id ?? randomBytes(16).toString('base64url');
      const value = [user.id, id, oldestFactorId, fingerprint(user)].join('.');
      cookies.set(request, reply, COOKIE, value, {
        path: `${mountPath}${OAUTH_PATHS.signIn}`,
        seconds: DEVICE_SECONDS,
      });
    },
  };
}
export type KnownDevices = ReturnType<typeof createKnownDevices>;

/** Differs for each password. The hash is salted, so this reveals nothing about the password. */
function fingerprint({ passwordHash }: UserRow): string {
  return digest(passwordHash).slice(0, 16);
}
