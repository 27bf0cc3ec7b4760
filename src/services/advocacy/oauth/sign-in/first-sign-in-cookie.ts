import type { FastifyReply, FastifyRequest } from 'fastify';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { cookieName } from './sign-in-cookies.ts';

const COOKIE = 'patron_first_sign_in';

/**
 * Lets this browser sign in once without a password: that of a new user, who has just set one in it. Not
 * signed, because its value is a random token that the service knows.
 */
export function setFirstSignInCookie(
  reply: FastifyReply,
  { publicUrl, baseUrl }: { publicUrl: string; baseUrl: string },
  { token, seconds }: { token: string; seconds: number },
): void {
  const parts = [
    `${cookieName(publicUrl, COOKIE)}=${token}`,
    `Path=${new URL(baseUrl).pathname}${OAUTH_PATHS.signIn}`,
    `Max-Age=${seconds}`,
    'HttpOnly',
    'SameSite=Lax',
    ...(publicUrl.startsWith('https:') ? ['Secure'] : []),
  ];
  reply.header('set-cookie', parts.join('; '));
}

export function readFirstSignInCookie(
  { headers: { cookie = '' } }: FastifyRequest,
  publicUrl: string,
): string | undefined {
  const prefix = `${cookieName(publicUrl, COOKIE)}=`;
  const pair = cookie.split('; ').find((each) => each.startsWith(prefix));
  return pair?.slice(prefix.length);
}
