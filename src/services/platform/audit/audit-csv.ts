import { Readable } from 'node:stream';
import type { FastifyReply } from 'fastify';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import { BYTE_ORDER_MARK, toCsv } from '#services/platform/csv/csv.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { readParts } from '#services/platform/json-api/lists/list-reads.ts';
import { changesBetween, recordAudit } from './record-audit.ts';

const LOGS = { audit_log: 'Audit log', security_log: 'Security log' } as const;

/** A cell of each event, by the name of its column. */
export type AuditColumns<Event> = Readonly<Record<string, (event: Event) => string>>;

interface AuditFile<Event> {
  log: keyof typeof LOGS;
  teamId: number;
  /** The filters, which are recorded. */
  query: object;
  columns: AuditColumns<Event>;
  /** The events that match, in batches. */
  events: AsyncIterable<readonly Event[]>;
}

/** Sends a log of a team as CSV, and records that it was downloaded. */
export async function sendAuditCsv<Event>(
  reply: FastifyReply,
  db: Queries,
  { log, teamId, query, columns, events }: AuditFile<Event>,
): Promise<FastifyReply> {
  await recordAudit(db, {
    action: `${log}.download`,
    subject: { type: log, id: teamId, name: LOGS[log] },
    changes: changesBetween<object>({}, query),
    teamId,
  });
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${log.replace('_', '-')}.csv"`,
    })
    .type('text/csv; charset=utf-8')
    .send(Readable.from(readParts(toFile(columns, events))));
}

async function* toFile<Event>(
  columns: AuditColumns<Event>,
  batches: AsyncIterable<readonly Event[]>,
): AsyncGenerator<string> {
  const cells = Object.values(columns);
  yield BYTE_ORDER_MARK + toCsv([Object.keys(columns)]);
  for await (const events of batches) {
    yield toCsv(events.map((event) => cells.map((cell) => cell(event))));
  }
}

export const AUDIT_COLUMNS: AuditColumns<AuditEvent> = {
  id: ({ id }) => id,
  at: ({ at }) => at,
  actor_kind: ({ actor }) => actor.kind,
  actor_id: ({ actor }) => actor.id,
  actor_name: ({ actor }) => actor.name,
  action: ({ action }) => action,
  subject_type: ({ subject }) => subject.type,
  subject_id: ({ subject }) => subject.id,
  subject_name: ({ subject }) => subject.name,
  changes: ({ changes }) => JSON.stringify(changes),
  request_id: ({ request_id: requestId }) => requestId ?? '',
  ip: ({ ip }) => ip ?? '',
};
