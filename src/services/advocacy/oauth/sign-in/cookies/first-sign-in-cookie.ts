import type { FastifyReply, FastifyRequest } from 'fastify';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { readUnsignedCookie, setUnsignedCookie } from './unsigned-cookie.ts';

const COOKIE = 'patron_first_sign_in';
const INVITATION_COOKIE = 'patron_invitation';

interface Addresses {
  publicUrl: string;
  baseUrl: string;
}

/**
 * Lets this browser sign in once without a password: that of a new user, who has just set one in it.
 */
export function setFirstSignInCookie(
  reply: FastifyReply,
  addresses: Addresses,
  { token, seconds }: { token: string; seconds: number },
): void {
  setForSignIn(reply, addresses, { name: COOKIE, value: token, seconds });
}

export function readFirstSignInCookie(
  request: FastifyRequest,
  publicUrl: string,
): string | undefined {
  return readUnsignedCookie(request, publicUrl, COOKIE);
}

/** Remembers the invitation whose page sends this browser to the provider; without a token, forgets it. */
export function setInvitationCookie(
  reply: FastifyReply,
  addresses: Addresses,
  token: string | undefined,
): void {
  const seconds = token === undefined ? 0 : 300;
  setForSignIn(reply, addresses, { name: INVITATION_COOKIE, value: token ?? '', seconds });
}

export function readInvitationCookie(
  request: FastifyRequest,
  publicUrl: string,
): string | undefined {
  return readUnsignedCookie(request, publicUrl, INVITATION_COOKIE);
}

/** A cookie of the sign-in pages. */
function setForSignIn(
  reply: FastifyReply,
  { publicUrl, baseUrl }: Addresses,
  cookie: { name: string; value: string; seconds: number },
): void {
  const path = `${new URL(baseUrl).pathname}${OAUTH_PATHS.signIn}`;
  setUnsignedCookie(reply, publicUrl, { ...cookie, path });
}
