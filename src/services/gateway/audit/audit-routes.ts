import { and, eq, isNull, or, type SQL } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import { AUDIT_CSV_PATH, auditCsvQuery, listAuditEvents } from '#contract/audit/audit-events.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import { AUDIT_COLUMNS, sendAuditCsv } from '#services/platform/audit/audit-csv.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import {
  listAuditEvents as listEvents,
  matchesFilters,
  readAuditEvents,
  withOneEntryPerJob,
} from '#services/platform/audit/audit-store.ts';
import { registerJsonOperation } from '#services/platform/json-api/json-operation.ts';
import { parseQuery } from '#services/platform/json-api/query.ts';

/** The audit log of a team, for its administrators and export tokens (decisions.md, 47, 68). */
export function auditRoutes(
  app: FastifyInstance,
  {
    db,
    servesLoyalty,
    authorizeTeamMember,
    authorizeLogReader = authorizeTeamMember,
  }: Pick<
    GatewayDependencies,
    'db' | 'servesLoyalty' | 'authorizeTeamMember' | 'authorizeLogReader'
  >,
): void {
  /** Events of the team itself, and of the loyalty program that it is connected to. */
  async function isVisible(teamId: number): Promise<SQL | undefined> {
    const isOfTeam = eq(auditEvents.teamId, teamId);
    if (!servesLoyalty) return isOfTeam;
    const [connection] = await db
      .select({ partnerId: loyaltyConnections.partnerId })
      .from(loyaltyConnections)
      .where(and(eq(loyaltyConnections.teamId, teamId), isNull(loyaltyConnections.baseUrl)));
    return connection ? or(isOfTeam, eq(auditEvents.partnerId, connection.partnerId)) : isOfTeam;
  }

  registerJsonOperation(app, listAuditEvents, {
    authorize: (request) => authorizeLogReader(request, listAuditEvents),
    async handle({ query, authorized: { teamId } }) {
      const filters = matchesFilters(withOneEntryPerJob(query));
      return listEvents(db, and(await isVisible(teamId), filters), query);
    },
  });

  app.get(AUDIT_CSV_PATH, async (request, reply) => {
    const { teamId } = await authorizeLogReader(request, {
      ...listAuditEvents,
      id: 'exportAuditEvents',
    });
    const query = parseQuery(auditCsvQuery, request.query);
    const where = and(await isVisible(teamId), matchesFilters(query));
    return sendAuditCsv(reply, db, {
      log: 'audit_log',
      teamId,
      query,
      columns: AUDIT_COLUMNS,
      events: readAuditEvents(db, where),
    });
  });
}
