import { Readable } from 'node:stream';
import type { SQL } from 'drizzle-orm';
import type { FastifyReply } from 'fastify';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import { BYTE_ORDER_MARK, toCsv } from '#services/platform/csv.ts';
import type { Database } from '#services/platform/database/database.ts';
import { readParts } from '#services/platform/json-api/lists/list-reads.ts';
import { readAuditEvents } from './audit-store.ts';
import { changesBetween, recordAudit } from './record-audit.ts';

const LOGS = { 'audit-log': 'Audit log', 'security-log': 'Security log' } as const;

interface AuditFile {
  name: keyof typeof LOGS;
  teamId: number;
  /** The filters, which are recorded. */
  query: object;
  where: SQL | undefined;
}

/** Sends a log of a team as CSV, and records that it was downloaded. */
export async function sendAuditCsv(
  reply: FastifyReply,
  db: Database,
  { name, teamId, query, where }: AuditFile,
): Promise<FastifyReply> {
  const type = name === 'audit-log' ? 'audit_log' : 'security_log';
  await recordAudit(db, {
    action: `${type}.download`,
    subject: { type, id: teamId, name: LOGS[name] },
    changes: changesBetween<object>({}, query),
    teamId,
  });
  return reply
    .headers({
      'cache-control': 'no-store',
      'content-disposition': `attachment; filename="${name}.csv"`,
    })
    .type('text/csv; charset=utf-8')
    .send(Readable.from(readParts(toFile(readAuditEvents(db, where)))));
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
