import { and, eq, or, sql } from 'drizzle-orm';
import { auditEvents, MEMBER_ID_FIELDS } from '#services/platform/audit/audit-events-table.ts';
import { isAboutMember } from './erase-audit.ts';
import { findName, jsonContainsName, type MentionSource, nextRows } from './mentions.ts';

const { id, changes, teamId, partnerId } = auditEvents;
const SIDES = ['before', 'after'] as const;

/** Values of audit events about something else. */
export const auditMentions: MentionSource = {
  kind: 'audit_event',
  async read(db, member, after) {
    const { isNext, next } = await nextRows(db, id, after);
    const isVisible = or(
      eq(teamId, member.teamId),
      member.partnerId === null ? undefined : eq(partnerId, member.partnerId),
    );
    const rows = await db
      .select({ id, changes })
      .from(auditEvents)
      .where(
        and(
          isNext,
          isVisible,
          jsonContainsName(changes, member),
          sql`(${isAboutMember(member)}) is not true`,
        ),
      )
      .orderBy(id);
    const texts = rows.flatMap((row) =>
      row.changes.flatMap((change, index) =>
        // An ID in such a field is a key, which an erasure finds.
        MEMBER_ID_FIELDS.includes(change.field)
          ? []
          : SIDES.map((side) => ({
              id: `${row.id}:${index}:${side}`,
              link: `/teams/${member.teamId}/audit-log/${row.id}`,
              text: toText(change[side]),
            })),
      ),
    );
    return { texts: texts.filter(({ text }) => findName(text, member) !== -1), next };
  },
  async remove(tx, text) {
    const [row, index, side] = text.id.split(':');
    const path = sql`array[${index}, ${side}]::text[]`;
    await tx
      .update(auditEvents)
      .set({ changes: sql`jsonb_set(${changes}, ${path}, 'null')` })
      .where(eq(id, Number(row)));
  },
};

const toText = (value: unknown) =>
  typeof value === 'string' ? value : (JSON.stringify(value) ?? '');
