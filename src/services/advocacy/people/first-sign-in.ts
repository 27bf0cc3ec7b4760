import type { FastifyReply } from 'fastify';
import {
  consumeLink,
  createLink,
  LINK_SECONDS,
} from '#services/advocacy/account/one-time-links.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { setFirstSignInCookie } from '#services/advocacy/oauth/sign-in/cookies/first-sign-in-cookie.ts';
import {
  listSecondSteps,
  type SignInDependencies,
} from '#services/advocacy/oauth/sign-in/sign-in.ts';
import { lockUser, type UserRow } from '#services/advocacy/users/users-store.ts';

/** Lets the browser in which a new user has just set a password sign in to the console once. */
export async function allowFirstSignIn(
  { db, clock, publicUrl, baseUrl }: ServiceDependencies,
  reply: FastifyReply,
  userId: number,
): Promise<void> {
  const purpose = 'first_sign_in';
  const token = await createLink(db, clock, { purpose, userId });
  setFirstSignInCookie(reply, { publicUrl, baseUrl }, { token, seconds: LINK_SECONDS[purpose] });
}

/** @returns undefined if the token is unknown, used or expired, or if the user has a second step by now */
export async function consumeFirstSignIn(
  dependencies: SignInDependencies,
  token: string,
): Promise<UserRow | undefined> {
  const { db, clock } = dependencies;
  const user = await db.transaction(async (tx) => {
    const link = await consumeLink(tx, clock, 'first_sign_in', token);
    return link && lockUser(tx, link.userId);
  });
  if (!user) return undefined;
  return (await listSecondSteps(dependencies, user.id)).length === 0 ? user : undefined;
}
