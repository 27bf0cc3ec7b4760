import type { FastifyInstance } from 'fastify';
import { sendEmailCode, verifyEmail } from '#contract/account/verify-email.ts';
import { type AuthorizationDependencies, authorizeUser } from '#services/advocacy/authorization.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { isEmailProven } from '#services/advocacy/users/proven-email.ts';
import { lockUser, type UserRow } from '#services/advocacy/users/users-store.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { errorResponse } from '#services/platform/json-api/errors.ts';
import { registerJsonOperation } from '#services/platform/json-api/json-operation.ts';
import { consumeEmailCode, sendEmailCode as sendCode } from './email-code.ts';

/** Verifies the address of the signed-in user (decisions.md, 58). */
export function verifyEmailRoutes(
  app: FastifyInstance,
  dependencies: ServiceDependencies & AuthorizationDependencies,
): void {
  const { db } = dependencies;

  registerJsonOperation(app, sendEmailCode, {
    authorize: (request) => authorizeUser(dependencies, sendEmailCode, request),
    handle: ({ authorized: { userId } }) =>
      db.transaction(async (tx) => {
        const user = await lockUser(tx, userId);
        if (isEmailProven(user)) {
          throw errorResponse(422, { detail: 'Your email address is verified already.' });
        }
        const nextCodeAt = await sendCode(tx, dependencies, user);
        await record(tx, 'user.send_email_code', user, []);
        return { data: { email: user.email, next_code_at: nextCodeAt.toISOString() } };
      }),
  });

  registerJsonOperation(app, verifyEmail, {
    authorize: (request) => authorizeUser(dependencies, verifyEmail, request),
    async handle({ body, authorized: { userId } }) {
      const code = body.code.replaceAll(/[\s-]/g, '');
      const verified = await db.transaction(async (tx) => {
        const user = await lockUser(tx, userId);
        // Returned, not thrown: the failed attempt must be committed.
        if (!(await consumeEmailCode(tx, dependencies, user, code))) return undefined;
        const { email, provenEmail } = user;
        await record(
          tx,
          'user.verify_email',
          user,
          changesBetween({ email: provenEmail }, { email }),
        );
        return email;
      });
      if (verified === undefined) {
        const detail = 'The code is wrong or has expired.';
        throw errorResponse(422, { detail, source: { pointer: '/code' } });
      }
      return { data: { email: verified, email_verified: true } };
    },
  });
}

async function record(
  tx: Queries,
  action: `user.${string}`,
  { id, name }: UserRow,
  changes: ReturnType<typeof changesBetween>,
): Promise<void> {
  await recordAudit(tx, { action, subject: { type: 'user', id, name }, changes, userId: id });
}
