import { and, eq, ne, sql } from 'drizzle-orm';
import { members } from '#services/loyalty/members/members-table.ts';
import { pointTransactions } from '#services/loyalty/points/point-transactions-table.ts';
import { programs } from '#services/loyalty/programs/programs-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import {
  containsName,
  findName,
  jsonContainsName,
  type MentionSource,
  type NamedMember,
  nextRows,
} from '#services/platform/personal-data/mentions.ts';

/** Other members of the program. */
const isOther = (db: Queries, { partnerId, serviceId }: NamedMember) =>
  and(
    sql`${members.programId} in ${db
      .select({ id: programs.id })
      .from(programs)
      .where(eq(programs.partnerId, partnerId ?? ''))}`,
    ne(members.serviceId, serviceId ?? ''),
  );

const linkTo = ({ teamId }: NamedMember, memberId: string) =>
  `/teams/${teamId}/members/${encodeURIComponent(memberId)}`;

/** Reasons of other members' points. */
export const reasonMentions: MentionSource = {
  kind: 'points_reason',
  async read(db, member, after) {
    const { id, reason } = pointTransactions;
    const { isNext, next } = await nextRows(db, id, after);
    const rows = await db
      .select({ id, reason, memberId: members.memberId })
      .from(pointTransactions)
      .innerJoin(members, eq(members.id, pointTransactions.memberId))
      .where(and(isNext, containsName(reason, member), isOther(db, member)))
      .orderBy(id);
    const texts = rows.map((row) => ({
      id: String(row.id),
      link: linkTo(member, row.memberId),
      text: row.reason ?? '',
    }));
    return { texts: texts.filter(({ text }) => findName(text, member) !== -1), next };
  },
  async remove(tx, { id, text }) {
    await tx
      .update(pointTransactions)
      .set({ reason: null })
      .where(and(eq(pointTransactions.id, Number(id)), eq(pointTransactions.reason, text)));
  },
};

/** Attributes of other members. */
export const attributeMentions: MentionSource = {
  kind: 'attribute',
  async read(db, member, after) {
    const { id, customAttributes, memberId } = members;
    const { isNext, next } = await nextRows(db, id, after);
    const rows = await db
      .select({ id, customAttributes, memberId })
      .from(members)
      .where(and(isNext, jsonContainsName(customAttributes, member), isOther(db, member)))
      .orderBy(id);
    const texts = rows.flatMap((row) =>
      Object.entries(row.customAttributes).map(([name, value]) => ({
        id: `${row.id}:${name}`,
        link: linkTo(member, row.memberId),
        text: typeof value === 'string' ? value : '',
      })),
    );
    return { texts: texts.filter(({ text }) => findName(text, member) !== -1), next };
  },
  async remove(tx, { id, text }, now) {
    const { customAttributes } = members;
    const separator = id.indexOf(':');
    const name = id.slice(separator + 1);
    await tx
      .update(members)
      .set({
        customAttributes: sql`${customAttributes} || jsonb_build_object(${name}::text, '')`,
        // Copies of the member are read again.
        modifiedAt: now,
      })
      .where(
        and(
          eq(members.id, Number(id.slice(0, separator))),
          sql`${customAttributes} ->> ${name}::text = ${text}`,
        ),
      );
  },
};
