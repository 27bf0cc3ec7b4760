import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { getEmailSettings, updateEmailSettings } from '#contract/account/email-settings.ts';
import { type AuthorizationDependencies, authorizeUser } from '#services/advocacy/authorization.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { findUser, lockUser } from '#services/advocacy/users/users-store.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import { registerJsonOperation } from '#services/platform/json-api/json-operation.ts';

/** Which emails the signed-in user gets, besides those about their own account. */
export function emailSettingsRoutes(
  app: FastifyInstance,
  dependencies: ServiceDependencies & AuthorizationDependencies,
): void {
  const { db, clock } = dependencies;

  registerJsonOperation(app, getEmailSettings, {
    authorize: (request) => authorizeUser(dependencies, getEmailSettings, request),
    async handle({ authorized: { userId } }) {
      const user = await findUser(db, userId);
      return { data: { account_expiry: user?.accountExpiryEmails === true } };
    },
  });

  registerJsonOperation(app, updateEmailSettings, {
    authorize: (request) => authorizeUser(dependencies, updateEmailSettings, request),
    handle: ({ body, authorized: { userId } }) =>
      db.transaction(async (tx) => {
        const { name, accountExpiryEmails } = await lockUser(tx, userId);
        if (body.account_expiry === accountExpiryEmails) return { data: body };
        await tx
          .update(users)
          .set({ accountExpiryEmails: body.account_expiry, updatedAt: clock.now() })
          .where(eq(users.id, userId));
        await recordAudit(tx, {
          action: 'user.update_emails',
          subject: { type: 'user', id: userId, name },
          changes: changesBetween({ account_expiry: accountExpiryEmails }, body),
          userId,
        });
        return { data: body };
      }),
  });
}
