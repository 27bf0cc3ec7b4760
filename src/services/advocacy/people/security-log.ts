import { and, eq, exists, gte, inArray, isNull, or, type SQL } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import {
  listTeamSecurityEvents,
  SECURITY_CSV_PATH,
  SECURITY_LOG_ACTIONS,
  type SecurityEvent,
  securityCsvQuery,
} from '#contract/people/security-log.ts';
import type { AuthorizationDependencies } from '#services/advocacy/authorization.ts';
import { authorizeLogReader } from '#services/advocacy/export-tokens/authorize-log-reader.ts';
import { memberships } from '#services/advocacy/teams/teams-table.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import {
  AUDIT_COLUMNS,
  type AuditColumns,
  sendAuditCsv,
} from '#services/platform/audit/audit-csv.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import {
  listAuditEvents,
  matchesFilters,
  readAuditEvents,
} from '#services/platform/audit/audit-store.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { registerJsonOperation } from '#services/platform/json-api/json-operation.ts';
import { parseQuery } from '#services/platform/json-api/query.ts';

/** How the people of a team sign in, for its administrators and export tokens (decisions.md, 67, 68). Part of the people API. */
export function securityLogRoutes(
  app: FastifyInstance,
  dependencies: AuthorizationDependencies,
): void {
  const { db } = dependencies;

  registerJsonOperation(app, listTeamSecurityEvents, {
    authorize: (request) => authorizeLogReader(dependencies, listTeamSecurityEvents, request),
    async handle({ query, authorized: { teamId } }) {
      const page = await listAuditEvents(db, isVisible(db, teamId, query), query);
      return { ...page, data: await addUsers(db, page.data) };
    },
  });

  app.get(SECURITY_CSV_PATH, async (request, reply) => {
    const { teamId } = await authorizeLogReader(
      dependencies,
      { ...listTeamSecurityEvents, id: 'exportTeamSecurityEvents' },
      request,
    );
    const query = parseQuery(securityCsvQuery, request.query);
    return sendAuditCsv(reply, db, {
      log: 'security_log',
      teamId,
      query,
      columns: COLUMNS,
      events: readSecurityEvents(db, isVisible(db, teamId, query)),
    });
  });
}

const COLUMNS: AuditColumns<SecurityEvent> = {
  ...AUDIT_COLUMNS,
  user_agent: ({ user_agent: userAgent }) => userAgent ?? '',
  user_id: ({ user }) => user.id,
  user_name: ({ user }) => user.name ?? '',
};

async function* readSecurityEvents(db: Queries, where: SQL | undefined) {
  for await (const events of readAuditEvents(db, where)) yield addUsers(db, events);
}

/** Adds the user that each event is about, which its actor and its subject don't always say. */
async function addUsers(db: Queries, events: readonly AuditEvent[]): Promise<SecurityEvent[]> {
  const ids = events.map(({ id }) => Number(id));
  const rows = await db
    .select({ event: auditEvents.id, id: auditEvents.userId, name: users.name })
    .from(auditEvents)
    .leftJoin(users, eq(users.id, auditEvents.userId))
    .where(inArray(auditEvents.id, ids));
  const byEvent = new Map(rows.map(({ event, id, name }) => [event, { id: String(id), name }]));
  return events.flatMap((event) => {
    const user = byEvent.get(Number(event.id));
    // The event may have been deleted since then.
    return user ? [{ ...event, user }] : [];
  });
}

/** The security events of people since they joined the team, except for what another team did. */
function isVisible(
  db: Queries,
  teamId: number,
  { user, ...query }: OutputOf<typeof securityCsvQuery>,
) {
  const { userId, at, action } = auditEvents;
  const isOnTeam = exists(
    db
      .select()
      .from(memberships)
      .where(
        and(
          eq(memberships.teamId, teamId),
          eq(memberships.userId, userId),
          or(isNull(memberships.joinedAt), gte(at, memberships.joinedAt)),
        ),
      ),
  );
  return and(
    isOnTeam,
    or(isNull(auditEvents.teamId), eq(auditEvents.teamId, teamId)),
    inArray(action, [...SECURITY_LOG_ACTIONS]),
    user === undefined ? undefined : eq(userId, Number(user)),
    matchesFilters(query),
  );
}
