import { randomBytes } from 'node:crypto';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import type { SignInCookies } from '#services/advocacy/oauth/sign-in/cookies/sign-in-cookies.ts';
import type { UserRow } from '#services/advocacy/users/users-store.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import { digest } from '#services/platform/secrets/digest.ts';

const COOKIE = 'patron_device';
/** Lifetime of the cookie, renewed at each sign-in. */
export const DEVICE_SECONDS = 180 * DAY_SECONDS;

/** Users remembered per browser; the cookie grows with each. */
const MAX_USERS = 8;

/** Marks a sign-in without a second factor. */
const NO_FACTOR = 0;

/** A browser that a user has signed in from. */
interface KnownDevice {
  id: string;
  /** The user's oldest factor when they last passed a code in it; `NO_FACTOR` without one. */
  factorId: number;
}

/**
 * Recognizes browsers a user has signed in from before, by a signed cookie with one entry for each of its
 * users. It proves nothing else; the throttle counts such a browser separately from its network. A new
 * password ends all of them.
 */
export function createKnownDevices(cookies: SignInCookies, mountPath: string) {
  /** The last user first. */
  function entries(request: FastifyRequest, reply: FastifyReply): string[] {
    return (cookies.get(request, reply, COOKIE) ?? '').split('~').filter((entry) => entry !== '');
  }

  function find(
    request: FastifyRequest,
    reply: FastifyReply,
    user: UserRow,
  ): KnownDevice | undefined {
    const entry = entries(request, reply).find((each) => isOf(each, user));
    const [, id = '', factorId, password] = (entry ?? '').split('.');
    return password === fingerprint(user) ? { id, factorId: Number(factorId) } : undefined;
  }

  return {
    /** Whether the user has signed in from the browser before, with whatever password. */
    isKnown(request: FastifyRequest, reply: FastifyReply, user: UserRow): boolean {
      return entries(request, reply).some((entry) => isOf(entry, user));
    },
    /** The browser's id, if anyone has signed in from it before. */
    findAny(request: FastifyRequest, reply: FastifyReply): string | undefined {
      return entries(request, reply)[0]?.split('.')[1];
    },
    /** The browser's id, if the user has entered their current password in it. */
    findForPassword(request: FastifyRequest, reply: FastifyReply, user: UserRow) {
      return find(request, reply, user)?.id;
    },
    /**
     * The browser's id, if a code was accepted in it since the oldest factor was added. A browser that
     * only knows the password could belong to someone who guesses codes.
     */
    findForCode(
      request: FastifyRequest,
      reply: FastifyReply,
      user: UserRow,
      oldestFactorId: number | undefined,
    ) {
      const device = find(request, reply, user);
      return device && device.factorId === oldestFactorId ? device.id : undefined;
    },
    /** @param oldestFactorId the user's oldest factor, if a code was accepted */
    remember(
      request: FastifyRequest,
      reply: FastifyReply,
      user: UserRow,
      oldestFactorId = NO_FACTOR,
    ): void {
      const id = find(request, reply, user)?.id ?? randomBytes(16).toString('base64url');
      const own = [user.id, id, oldestFactorId, fingerprint(user)].join('.');
      const others = entries(request, reply).filter((entry) => !isOf(entry, user));
      const value = [own, ...others].slice(0, MAX_USERS).join('~');
      cookies.set(request, reply, COOKIE, value, {
        path: `${mountPath}${OAUTH_PATHS.signIn}`,
        seconds: DEVICE_SECONDS,
      });
    },
  };
}
export type KnownDevices = ReturnType<typeof createKnownDevices>;

function isOf(entry: string, { id }: UserRow): boolean {
  return entry.startsWith(`${id}.`);
}

/** Differs for each password. The hash is salted, so this reveals nothing about the password. */
function fingerprint({ passwordHash }: UserRow): string {
  return digest(passwordHash).slice(0, 16);
}
