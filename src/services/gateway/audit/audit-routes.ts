import { Readable } from 'node:stream';
import { and, eq, isNull, or, type SQL } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  AUDIT_CSV_PATH,
  type AuditEvent,
  auditCsvQuery,
  listAuditEvents,
} from '#contract/audit/audit-events.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { BYTE_ORDER_MARK, toCsv } from '#services/gateway/jobs/csv-cells.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import {
  listAuditEvents as listEvents,
  matchesFilters,
  readAuditEvents,
  withOneEntryPerJob,
} from '#services/platform/audit/audit-store.ts';
import { changesBetween, recordAudit } from '#services/platform/audit/record-audit.ts';
import { registerJsonOperation } from '#services/platform/json-api/json-operation.ts';
import { readParts } from '#services/platform/json-api/lists/list-reads.ts';
import { parseQuery } from '#services/platform/json-api/query.ts';

/** The audit log of a team, for its administrators (decisions.md, 47). */
export function auditRoutes(
  app: FastifyInstance,
  {
    db,
    servesLoyalty,
    authorizeTeamMember,
  }: Pick<GatewayDependencies, 'db' | 'servesLoyalty' | 'authorizeTeamMember'>,
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
    authorize: (request) => authorizeTeamMember(request, listAuditEvents),
    async handle({ query, authorized: { teamId } }) {
      const filters = matchesFilters(withOneEntryPerJob(query));
      return listEvents(db, and(await isVisible(teamId), filters), query);
    },
  });

  app.get(AUDIT_CSV_PATH, async (request, reply) => {
    const { teamId } = await authorizeTeamMember(request, {
      ...listAuditEvents,
      id: 'exportAuditEvents',
    });
    const query = parseQuery(auditCsvQuery, request.query);
    const where = and(await isVisible(teamId), matchesFilters(query));
    await recordAudit(db, {
      action: 'audit_log.download',
      subject: { type: 'audit_log', id: teamId, name: 'Audit log' },
      changes: changesBetween<object>({}, query),
      teamId,
    });
    return reply
      .headers({
        'cache-control': 'no-store',
        'content-disposition': 'attachment; filename="audit-log.csv"',
      })
      .type('text/csv; charset=utf-8')
      .send(Readable.from(readParts(toFile(readAuditEvents(db, where)))));
  });
}

const COLUMNS = [
  'id',
  'at',
  'actor_kind',
  'actor_id',
  'actor_name',
  'action',
  'subject_type',
  'subject_id',
  'subject_name',
  'changes',
  'request_id',
  'ip',
] as const;

async function* toFile(batches: AsyncIterable<AuditEvent[]>): AsyncGenerator<string> {
  yield BYTE_ORDER_MARK + toCsv([COLUMNS]);
  for await (const events of batches) yield toCsv(events.map(toCells));
}

function toCells(event: AuditEvent): string[] {
  const { id, at, actor, action, subject, changes, request_id: requestId, ip } = event;
  return [
    id,
    at,
    actor.kind,
    actor.id,
    actor.name,
    action,
    subject.type,
    subject.id,
    subject.name,
    JSON.stringify(changes),
    requestId ?? '',
    ip ?? '',
  ];
}
