import { and, asc, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import {
  type AuditChange,
  type AuditEventRow,
  auditEvents,
} from '#services/platform/audit/audit-events-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import {
  inWindows,
  isNamedIn,
  mentionsInJson,
  mentionsInText,
  withoutMentions,
} from './mentions.ts';
import type { DataSubject, PersonalDataSection } from './personal-data.ts';

const { id, subjectType, subjectId, subjectName, changes, teamId, partnerId } = auditEvents;

function isAboutMember({ memberIds }: DataSubject): SQL | undefined {
  return and(eq(subjectType, 'member'), inArray(subjectId, memberIds));
}

/** Fields with the operator's ids of members: who referred one, and who entered a campaign. */
const ID_FIELDS = ['referrer', 'member', 'member_ids'];

/** An event about something else that has the member's id. */
function hasMemberId({ memberIds }: DataSubject): SQL | undefined {
  const found = memberIds.flatMap((memberId) =>
    ID_FIELDS.flatMap((field) =>
      ['before', 'after'].flatMap((side) =>
        [memberId, [memberId]].map((value) => {
          const change = JSON.stringify([{ field, [side]: value }]);
          return sql`${changes} @> ${change}::jsonb`;
        }),
      ),
    ),
  );
  return or(...found);
}

function isVisibleTo(subject: DataSubject): SQL | undefined {
  return or(
    inArray(teamId, subject.teamIds),
    subject.partnerId === null ? undefined : eq(partnerId, subject.partnerId),
  );
}

/** Audit events stay, with who did what and when; the member's names and values go. */
export const auditData: PersonalDataSection = {
  name: 'audit_events',
  tables: [auditEvents],
  async read(db, subject) {
    const rows = await db
      .select()
      .from(auditEvents)
      .where(and(isVisibleTo(subject), isAboutMember(subject)))
      .orderBy(asc(id));
    return rows.map(({ at, actorKind, actorName, action, changes: values }) => ({
      at: at.toISOString(),
      actor: { kind: actorKind, name: actorName },
      action,
      changes: values,
    }));
  },
  erase: (tx, subject) =>
    inWindows(tx, id, async (window) => {
      const rows = await tx
        .select()
        .from(auditEvents)
        .where(
          and(
            window,
            isVisibleTo(subject),
            or(
              isAboutMember(subject),
              mentionsInJson(changes, subject),
              hasMemberId(subject),
              mentionsInText(subjectName, subject),
            ),
          ),
        );
      for (const row of rows) await eraseEvent(tx, row, subject);
      return rows.length;
    }),
};

async function eraseEvent(tx: Queries, row: AuditEventRow, subject: DataSubject): Promise<void> {
  const isSubject = row.subjectType === 'member' && subject.memberIds.includes(row.subjectId);
  const isNamed = isSubject || isNamedIn(row.subjectName, subject);
  const erase = ({ field }: AuditChange, value: unknown) => {
    if (field === 'receipt') return value;
    if (isSubject) return null;
    return withoutMentions(ID_FIELDS.includes(field) ? withoutIds(value, subject) : value, subject);
  };
  await tx
    .update(auditEvents)
    .set({
      ...(isSubject ? { subjectId: subject.pseudonym } : {}),
      ...(isNamed ? { subjectName: 'Erased member' } : {}),
      changes: row.changes.map((change) => ({
        field: change.field,
        ...('before' in change ? { before: erase(change, change.before) } : {}),
        after: erase(change, change.after),
      })),
    })
    .where(eq(id, row.id));
}

function withoutIds(value: unknown, { memberIds }: DataSubject): unknown {
  const isOther = (id: unknown) => !memberIds.includes(String(id));
  if (Array.isArray(value)) return value.filter(isOther);
  return isOther(value) ? value : null;
}
