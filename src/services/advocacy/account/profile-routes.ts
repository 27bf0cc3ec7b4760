import type { FastifyInstance } from 'fastify';
import { getProfile, updateProfile } from '#contract/account/profile.ts';
import { WAYS_TO_CONFIRM } from '#contract/gateway/config.ts';
import { type AuthorizationDependencies, authorizeUser } from '#services/advocacy/authorization.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import type { SignInPasskeys } from '#services/advocacy/oauth/sign-in/second-factors.ts';
import { isLinked } from '#services/advocacy/users/user-identities.ts';
import { changeUserName, findUser, lockUser } from '#services/advocacy/users/users-store.ts';
import { registerJsonOperation } from '#services/platform/json-api/json-operation.ts';
import { NO_PASSWORD } from '#services/platform/secrets/password.ts';

type ProfileDependencies = ServiceDependencies &
  AuthorizationDependencies & { passkeys: SignInPasskeys };

/**
 * The name of the signed-in user, and how they confirm sensitive changes; the contract's `/v2/me` has only the email
 * address.
 */
export function profileRoutes(app: FastifyInstance, dependencies: ProfileDependencies): void {
  const { db, clock } = dependencies;

  registerJsonOperation(app, getProfile, {
    authorize: (request) => authorizeUser(dependencies, getProfile, request),
    handle: async ({ authorized: { userId, name } }) => ({
      data: { name, confirm: await listWaysToConfirm(dependencies, userId) },
    }),
  });

  registerJsonOperation(app, updateProfile, {
    authorize: (request) => authorizeUser(dependencies, updateProfile, request),
    async handle({ body: { name }, authorized: { userId } }) {
      await db.transaction(async (tx) => {
        const user = await lockUser(tx, userId);
        await changeUserName(tx, user, name, clock.now());
      });
      return { data: { name, confirm: await listWaysToConfirm(dependencies, userId) } };
    },
  });
}

/** A password also confirms for users that sign in only by the OpenID provider (decisions.md, 65). */
async function listWaysToConfirm(
  { db, oidc, passkeys }: ProfileDependencies,
  userId: number,
): Promise<(typeof WAYS_TO_CONFIRM)[number][]> {
  const hasWay = {
    password: (await findUser(db, userId))?.passwordHash !== NO_PASSWORD,
    passkey: await passkeys.hasUsable(userId),
    sso: await isLinked(db, oidc, userId),
  };
  return WAYS_TO_CONFIRM.filter((way) => hasWay[way]);
}
