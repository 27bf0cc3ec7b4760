import { and, eq, exists, gte, inArray, isNull, or } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { OutputOf } from '#contract/endpoint.ts';
import {
  listTeamSecurityEvents,
  SECURITY_CSV_PATH,
  SECURITY_LOG_ACTIONS,
  securityCsvQuery,
} from '#contract/people/security-log.ts';
import {
  type AuthorizationDependencies,
  authorizeTeamMember,
} from '#services/advocacy/authorization.ts';
import { memberships } from '#services/advocacy/teams/teams-table.ts';
import { sendAuditCsv } from '#services/platform/audit/audit-csv.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { listAuditEvents, matchesFilters } from '#services/platform/audit/audit-store.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { registerJsonOperation } from '#services/platform/json-api/json-operation.ts';
import { parseQuery } from '#services/platform/json-api/query.ts';

/** How the people of a team sign in, for its administrators (decisions.md, 67). Part of the people API. */
export function securityLogRoutes(
  app: FastifyInstance,
  dependencies: AuthorizationDependencies,
): void {
  const { db } = dependencies;

  registerJsonOperation(app, listTeamSecurityEvents, {
    authorize: (request) => authorizeTeamMember(dependencies, listTeamSecurityEvents, request),
    handle: ({ query, authorized: { teamId } }) =>
      listAuditEvents(db, isVisible(db, teamId, query), query),
  });

  app.get(SECURITY_CSV_PATH, async (request, reply) => {
    const { teamId } = await authorizeTeamMember(
      dependencies,
      { ...listTeamSecurityEvents, id: 'exportTeamSecurityEvents' },
      request,
    );
    const query = parseQuery(securityCsvQuery, request.query);
    const where = isVisible(db, teamId, query);
    return sendAuditCsv(reply, db, { name: 'security-log', teamId, query, where });
  });
}

/** Events about somebody's security while they are on the team, but not what another team did. */
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
