import {
  and,
  desc,
  eq,
  gte,
  ilike,
  inArray,
  isNotNull,
  isNull,
  lt,
  notLike,
  or,
  type SQL,
  sql,
} from 'drizzle-orm';
import { AUDIT_TOTAL_MAX, type AuditEvent, jobRequestId } from '#contract/audit/audit-events.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { parseNumberCursor, toPage } from '#services/platform/json-api/page.ts';
import { type AuditEventRow, auditEvents } from './audit-events-table.ts';

interface AuditFilters {
  actor?: string | undefined;
  action?: string | undefined;
  subject_type?: string | undefined;
  subject_id?: string | undefined;
  q?: string | undefined;
  request_id?: string | undefined;
  job?: string | undefined;
  since?: string | undefined;
  until?: string | undefined;
}

const ACTOR_KINDS = ['user', 'client', 'command', 'system'] as const;

/** The condition of a list's filters. */
export function matchesFilters(query: AuditFilters): SQL | undefined {
  const { actorId, action, subjectType, subjectId, at } = auditEvents;
  const optional = <Value>(
    value: Value | undefined,
    condition: (value: Value) => SQL | undefined,
  ) => (value === undefined ? undefined : condition(value));
  const isOfType = optional(query.subject_type, (type) => eq(subjectType, type));
  return and(
    optional(query.actor, (actor) => {
      const kind = ACTOR_KINDS.find((each) => actor.startsWith(`${each}:`));
      if (kind === undefined) return eq(actorId, actor);
      return and(eq(auditEvents.actorKind, kind), eq(actorId, actor.slice(kind.length + 1)));
    }),
    optional(query.action, (actions) => inArray(action, actions.split(','))),
    query.subject_type === 'job' && query.subject_id !== undefined ? undefined : isOfType,
    optional(query.subject_id, (id) => {
      const isSubject = eq(subjectId, id);
      return query.subject_type === 'job' ? or(and(isOfType, isSubject), isByJob(id)) : isSubject;
    }),
    optional(query.request_id, (id) => eq(requestId, id)),
    ...words(query.q).map(containsWord),
    optional(query.job, (job) => {
      if (job === 'all') return undefined;
      return job === 'none' ? isByNoJob : isByJob(job);
    }),
    optional(query.since, (since) => gte(at, new Date(since))),
    optional(query.until, (until) => lt(at, new Date(until))),
  );
}

const { requestId, ip } = auditEvents;
const isByJob = (id: string) => and(isNull(ip), eq(requestId, jobRequestId(id)));
const isByNoJob = or(isNotNull(ip), isNull(requestId), notLike(requestId, jobRequestId('%')));

const words = (search = '') => search.split(/\s+/).filter((word) => word !== '');

function containsWord(word: string): SQL | undefined {
  const { subjectName, subjectId, actorName, action, changes } = auditEvents;
  const pattern = `%${word.replace(/[\\%_]/g, '\\$&')}%`;
  const fields = sql`jsonb_path_query_array(${changes}, '$[*].field')::text`;
  return or(
    ...[subjectName, subjectId, actorName, action, fields].map((text) => ilike(text, pattern)),
    eq(requestId, word),
    eq(ip, word),
  );
}

/**
 * The filters of a list in which a job is one entry, whatever the number of members that it changed. Other
 * filters ask for single changes.
 */
export function withOneEntryPerJob<Filters extends AuditFilters>(query: Filters): Filters {
  const { job, action, subject_id: id, request_id: requestId } = query;
  const isOfSingleChanges = (job ?? action ?? id ?? requestId) !== undefined;
  return isOfSingleChanges ? query : { ...query, job: 'none' };
}

/** One page of the events that match, newest first, in the shape of Patron's lists. */
export async function listAuditEvents(
  db: Queries,
  where: SQL | undefined,
  { start_cursor: cursor, count }: { start_cursor?: string | undefined; count: number },
  toDocument = toAuditEvent,
) {
  const before = parseNumberCursor(cursor);
  const rows = await listRows(db, { where, before, limit: count + 1 });
  return toPage({
    rows,
    count,
    total: await countEvents(db, where),
    cursorOf: ({ id }) => String(id),
    toDocument,
  });
}

/** At most `AUDIT_TOTAL_MAX`: counting the millions of events of large imports would take seconds for each page. */
function countEvents(db: Queries, where: SQL | undefined): Promise<number> {
  const counted = db
    .select({ id: auditEvents.id })
    .from(auditEvents)
    .where(where)
    .limit(AUDIT_TOTAL_MAX);
  return db.$count(counted.as('counted'));
}

/** All events that match, newest first, in batches. */
export async function* readAuditEvents(
  db: Queries,
  where: SQL | undefined,
): AsyncGenerator<AuditEvent[]> {
  const size = 1000;
  let before: number | undefined;
  for (;;) {
    const rows = await listRows(db, { where, before, limit: size });
    if (rows.length > 0) yield rows.map(toAuditEvent);
    if (rows.length < size) return;
    before = rows.at(-1)?.id;
  }
}

function listRows(
  db: Queries,
  { where, before, limit }: { where: SQL | undefined; before: number | undefined; limit: number },
): Promise<AuditEventRow[]> {
  const isBefore = before === undefined ? undefined : lt(auditEvents.id, before);
  return db
    .select()
    .from(auditEvents)
    .where(and(where, isBefore))
    .orderBy(desc(auditEvents.id))
    .limit(limit);
}

export function toAuditEvent(row: AuditEventRow): AuditEvent {
  return {
    id: String(row.id),
    at: row.at.toISOString(),
    actor: { kind: row.actorKind, id: row.actorId, name: row.actorName },
    action: row.action,
    subject: { type: row.subjectType, id: row.subjectId, name: row.subjectName },
    changes: row.changes,
    request_id: row.requestId,
    ip: row.ip,
    ...(row.userAgent === null ? {} : { user_agent: row.userAgent }),
  };
}
