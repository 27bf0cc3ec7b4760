import type { FastifyInstance } from 'fastify';
import { setDefaultFactor } from '#contract/account/default-factor.ts';
import { changePassword } from '#contract/account/password.ts';
import { endSession, listSessions, renewSessionScopes } from '#contract/account/sessions.ts';
import { listSecurityEvents } from '#contract/audit/audit-events.ts';
import { setDefaultFactor as setUserDefault } from '#services/advocacy/authentication-factors/change-factor.ts';
import { type AuthorizationDependencies, authorizeUser } from '#services/advocacy/authorization.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { renewSessionScopes as renewScopes } from '#services/advocacy/oauth/tokens/session-scopes.ts';
import {
  endSession as endUserSession,
  listUserSessions,
} from '#services/advocacy/oauth/tokens/sessions.ts';
import type { AttemptCounters } from '#services/advocacy/rate-limits/attempt-counters.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import { notFound, unauthorized } from '#services/platform/json-api/errors.ts';
import { registerJsonOperation } from '#services/platform/json-api/json-operation.ts';
import { invalidCursor, toPage } from '#services/platform/json-api/page.ts';
import { changeOwnPassword } from './change-password.ts';
import { listUserSecurityEvents } from './security/security-events.ts';

/** Path of the account API under {base_url}. */
export const ACCOUNT_PATH = '/account/v1';

export interface AccountDependencies extends ServiceDependencies, AuthorizationDependencies {}

/** Sessions and password of the signed-in user (decisions.md, 48). */
export function accountRoutes(
  app: FastifyInstance,
  dependencies: AccountDependencies,
  attempts: AttemptCounters,
): void {
  const { db, clock } = dependencies;

  registerJsonOperation(app, listSessions, {
    authorize: (request) => authorizeUser(dependencies, listSessions, request),
    async handle({ query: { start_cursor: cursor, count }, authorized: caller }) {
      const before = parseCursor(cursor);
      const { rows, total } = await listUserSessions(db, clock, caller.userId, {
        before,
        limit: count + 1,
      });
      return toPage({
        rows,
        count,
        total,
        cursorOf: (row) => `${row.lastUsedAt.getTime()}.${row.id}`,
        toDocument: (row) => ({
          id: row.id,
          current: row.id === caller.sessionId,
          client: row.client,
          created_at: row.createdAt.toISOString(),
          last_used_at: row.lastUsedAt.toISOString(),
          ip: row.ip,
          user_agent: row.userAgent,
        }),
      });
    },
  });

  registerJsonOperation(app, endSession, {
    authorize: (request) => authorizeUser(dependencies, endSession, request),
    async handle({ params, authorized: { userId } }) {
      await db.transaction(async (tx) => {
        const id = params.session_id;
        if (!(await endUserSession(tx, userId, id))) throw notFound();
        await recordAudit(tx, { action: 'session.end', subject: { type: 'session', id }, userId });
      });
      return undefined;
    },
  });

  registerJsonOperation(app, renewSessionScopes, {
    authorize: (request) => authorizeUser(dependencies, renewSessionScopes, request),
    async handle({ authorized: { userId, sessionId } }) {
      return db.transaction(async (tx) => {
        const renewed = await renewScopes(tx, { userId, sessionId });
        if (!renewed) throw unauthorized();
        const { before, after, role } = renewed;
        if (after.length > before.length) {
          await recordAudit(tx, {
            action: 'session.update',
            subject: { type: 'session', id: sessionId },
            changes: changesBetween<{ scopes: string[]; role: string | undefined }>(
              { scopes: before },
              { scopes: after, role },
            ),
            userId,
          });
        }
        return { data: { scopes: after } };
      });
    },
  });

  registerJsonOperation(app, listSecurityEvents, {
    authorize: (request) => authorizeUser(dependencies, listSecurityEvents, request),
    handle: ({ query, authorized: { userId } }) => listUserSecurityEvents(db, userId, query),
  });

  registerJsonOperation(app, setDefaultFactor, {
    authorize: (request) => authorizeUser(dependencies, setDefaultFactor, request),
    async handle({ params, authorized: { userId } }) {
      await setUserDefault(dependencies, userId, Number(params.authentication_factor_id));
      return undefined;
    },
  });

  registerJsonOperation(app, changePassword, {
    authorize: (request) => authorizeUser(dependencies, changePassword, request),
    async handle({ body, authorized: caller }) {
      await changeOwnPassword({ ...dependencies, attempts }, caller, body);
      return undefined;
    },
  });
}

/**
 * 14 digits reach the year 5138.
 * @throws {JsonApiError} 400 for anything but a `next_cursor`
 */
function parseCursor(cursor: string | undefined): { lastUsedAt: Date; id: string } | undefined {
  if (cursor === undefined) return undefined;
  const [, time, id] = /^(\d{1,14})\.([\w-]{1,64})$/.exec(cursor) ?? [];
  if (id === undefined) invalidCursor();
  return { lastUsedAt: new Date(Number(time)), id };
}
