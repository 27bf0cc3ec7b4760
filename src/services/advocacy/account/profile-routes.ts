import type { FastifyInstance } from 'fastify';
import { getProfile, updateProfile } from '#contract/account/profile.ts';
import { type AuthorizationDependencies, authorizeUser } from '#services/advocacy/authorization.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { changeUserName, lockUser } from '#services/advocacy/users/users-store.ts';
import { registerJsonOperation } from '#services/platform/json-api/json-operation.ts';

/** The name of the signed-in user; the contract's `/v2/me` has only the email address. */
export function profileRoutes(
  app: FastifyInstance,
  dependencies: ServiceDependencies & AuthorizationDependencies,
): void {
  const { db, clock } = dependencies;

  registerJsonOperation(app, getProfile, {
    authorize: (request) => authorizeUser(dependencies, getProfile, request),
    handle: async ({ authorized: { name } }) => ({ data: { name } }),
  });

  registerJsonOperation(app, updateProfile, {
    authorize: (request) => authorizeUser(dependencies, updateProfile, request),
    handle: ({ body: { name }, authorized: { userId } }) =>
      db.transaction(async (tx) => {
        const user = await lockUser(tx, userId);
        await changeUserName(tx, user, name, clock.now());
        return { data: { name } };
      }),
  });
}
