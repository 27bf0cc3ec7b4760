import { and, eq, inArray, isNotNull, ne, or, type SQL, sql } from 'drizzle-orm';
import {
  type AuditChange,
  type AuditEventRow,
  auditEvents,
  MEMBER_ID_FIELDS,
  memberChanges,
} from '#services/platform/audit/audit-events-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { jsonRows } from '#services/platform/database/json-rows.ts';
import {
  type DataSubject,
  ERASED_ROWS,
  isAbout,
  isInTime,
  type PersonalDataSection,
} from './personal-data.ts';

const { at, subjectType, subjectId, subjectServiceId, changes, teamId, partnerId } = auditEvents;

/** A deletion is recorded a little later than the member is deleted, but belongs to the time before. */
const timeOfMember = sql`case when ${auditEvents.action} = 'member.delete' then ${at} - interval '1 minute' else ${at} end`;

/** Matches events whose subject is the member. */
export const isAboutMember = (subject: Omit<DataSubject, 'pseudonym'>) =>
  and(
    eq(subjectType, 'member'),
    isAbout(subject, { serviceId: subjectServiceId, memberId: subjectId, at: timeOfMember }),
  );

const REFERRER = 'referrer';

/** An event about something else that has the member's ID, and not as the ID of a member that had it earlier. */
function hasMemberId(subject: DataSubject): SQL | undefined {
  const { memberId, serviceId } = subject;
  const has = (change: object) =>
    ['before', 'after'].map((side) => {
      const values = [memberId, [memberId]].map((value) => ({ ...change, [side]: value }));
      return or(
        ...values.map(
          (value) => sql`${memberChanges(changes)} @> ${JSON.stringify([value])}::jsonb`,
        ),
      );
    });
  const isOfOther = and(
    eq(subjectType, 'member'),
    isNotNull(subjectServiceId),
    ne(subjectServiceId, serviceId ?? ''),
  );
  return and(
    or(...has({})),
    or(sql`not (${isOfOther})`, ...has({ field: REFERRER })),
    isInTime(timeOfMember, subject),
  );
}

const isVisibleTo = (subject: DataSubject) =>
  or(
    inArray(teamId, subject.teamIds),
    subject.partnerId === null ? undefined : eq(partnerId, subject.partnerId),
  );

/** Audit events stay, with who did what and when; the member's names and values go. */
export const auditData: PersonalDataSection = {
  name: 'audit_events',
  tables: [auditEvents],
  async read(db, subject, limit) {
    const query = db
      .select()
      .from(auditEvents)
      .where(and(isVisibleTo(subject), isAboutMember(subject)));
    const rows = await (limit === undefined ? query : query.limit(limit));
    return rows
      .toSorted((a, b) => a.id - b.id)
      .map(({ at: time, actorKind, actorName, action, changes: values }) => ({
        at: time.toISOString(),
        actor: { kind: actorKind, name: actorName },
        action,
        changes: values,
      }));
  },
  async erase(tx, subject) {
    let count = 0;
    let more = false;
    // Two statements, because each has an index.
    for (const matching of [isAboutMember(subject), hasMemberId(subject)]) {
      const rows = await tx
        .select()
        .from(auditEvents)
        .where(and(isVisibleTo(subject), matching))
        .limit(ERASED_ROWS);
      await eraseEvents(tx, rows, subject);
      count += rows.length;
      more ||= rows.length === ERASED_ROWS;
    }
    return { count, more };
  },
};

async function eraseEvents(
  tx: Queries,
  rows: readonly AuditEventRow[],
  subject: DataSubject,
): Promise<void> {
  if (rows.length === 0) return;
  const { source } = jsonRows(
    auditEvents,
    rows.map((row) => erased(row, subject)),
  );
  await tx.execute(sql`
    update ${auditEvents} event
    set subject_id = erased.subject_id, subject_service_id = erased.subject_service_id,
      subject_name = erased.subject_name, changes = erased.changes
    from ${source} as erased where event.id = erased.id`);
}

function erased(row: AuditEventRow, subject: DataSubject) {
  const { subjectId: own, subjectServiceId: service, subjectName, subjectType: type } = row;
  const isSubject =
    type === 'member' &&
    (service === null ? own === subject.memberId : service === subject.serviceId);
  const erase = ({ field }: AuditChange, value: unknown) => {
    if (isSubject) return field === 'receipt' ? value : null;
    const isOwnId = type === 'member' && service !== null && field !== REFERRER;
    return MEMBER_ID_FIELDS.includes(field) && !isOwnId ? withoutId(value, subject) : value;
  };
  return {
    id: row.id,
    subjectId: isSubject ? subject.pseudonym : own,
    subjectServiceId: isSubject ? null : service,
    subjectName: isSubject ? 'Erased member' : subjectName,
    changes: row.changes.map((change) => ({
      field: change.field,
      ...('before' in change ? { before: erase(change, change.before) } : {}),
      after: erase(change, change.after),
    })),
  };
}

function withoutId(value: unknown, { memberId }: DataSubject): unknown {
  if (Array.isArray(value)) return value.filter((each) => each !== memberId);
  return value === memberId ? null : value;
}
