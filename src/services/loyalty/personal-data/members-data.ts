import { and, asc, eq, getTableColumns, inArray, isNotNull, isNull, type SQL } from 'drizzle-orm';
import {
  memberCounters,
  memberDayCounters,
  memberTagCounters,
} from '#services/loyalty/members/counters/member-counters-table.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { pointTransactions } from '#services/loyalty/points/point-transactions-table.ts';
import { programs } from '#services/loyalty/programs/programs-table.ts';
import { createServiceId } from '#services/loyalty/service-id.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';
import {
  type DataSubject,
  ERASED_ROWS,
  type PersonalDataSection,
} from '#services/platform/personal-data/personal-data.ts';

const inProgram = (db: Queries, partnerId: string | null) =>
  inArray(
    members.programId,
    db
      .select({ id: programs.id })
      .from(programs)
      .where(eq(programs.partnerId, partnerId ?? '')),
  );

function isSubject(db: Queries, { partnerId, serviceId }: DataSubject): SQL | undefined {
  return and(
    inProgram(db, partnerId),
    eq(members.serviceId, serviceId ?? ''),
    isNull(members.erasedAt),
  );
}

/** Members whose data isn't erased yet, deleted ones among them. */
export function listMembersWithData(db: Queries, where: SQL | undefined, limit = 1_000) {
  return db
    .select({ member: members, partnerId: programs.partnerId })
    .from(members)
    .innerJoin(programs, eq(programs.id, members.programId))
    .where(and(isNull(members.erasedAt), where))
    .orderBy(asc(members.deletedAt))
    .limit(limit);
}

/** A member without personal data, so that the ledger's totals stay. */
function anonymous({ pseudonym }: DataSubject, now: Date): Partial<typeof members.$inferInsert> {
  const texts = Object.entries(getTableColumns(members)).filter(
    ([, column]) => column.dataType === 'string' && column.default === '' && column.notNull,
  );
  return {
    ...Object.fromEntries(texts.map(([key]) => [key, ''])),
    serviceId: createServiceId(),
    memberId: pseudonym,
    uniqueEmail: null,
    uniquePhone: null,
    firstPurchaseDate: null,
    lastPurchaseDate: null,
    enrolledAt: now,
    modifiedAt: now,
    deletedAt: now,
    erasedAt: now,
    tags: [],
    emailSubscriptionStatus: 'unsubscribed',
    customAttributes: {},
    referralCode: `erased-${createServiceId()}`,
    referrerId: null,
  };
}

/** The profile becomes a deleted one without values. */
export const membersData: PersonalDataSection = {
  name: 'profile',
  tables: [members, memberCounters, memberDayCounters, memberTagCounters],
  async read(db, subject) {
    const rows = await db.select().from(members).where(isSubject(db, subject));
    return rows.map(
      ({ id: _id, programId: _program, tierId: _tier, referrerId: _referrer, ...row }) =>
        Object.fromEntries(Object.entries(row).map(([key, value]) => [toSnakeCase(key), value])),
    );
  },
  async erase(tx, subject, now) {
    const [row] = await lockForUpdate(tx.select().from(members).where(isSubject(tx, subject)));
    if (!row) return { count: 0, more: false };
    const referred = tx
      .select({ id: members.id })
      .from(members)
      .where(eq(members.referrerId, row.id))
      .orderBy(members.id)
      .limit(ERASED_ROWS);
    const released = await tx
      .update(members)
      .set({ referrerId: null })
      .where(inArray(members.id, referred))
      .returning({ id: members.id });
    if (released.length === ERASED_ROWS) return { count: 0, more: true };
    await tx.update(members).set(anonymous(subject, now)).where(eq(members.id, row.id));
    return { count: 1, more: false };
  },
};

const toSnakeCase = (name: string) =>
  name.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`);

/** Entries of the ledger stay as amounts of nobody, without their reasons. They are erased before the member. */
export const ledgerData: PersonalDataSection = {
  name: 'points',
  tables: [pointTransactions],
  async read(db, subject, limit) {
    const { kind, points, occurredAt, expiresAt, reason } = pointTransactions;
    const query = db
      .select({ kind, points, reason, occurredAt, expiresAt })
      .from(pointTransactions)
      .innerJoin(members, eq(members.id, pointTransactions.memberId))
      .where(isSubject(db, subject))
      .orderBy(asc(pointTransactions.id));
    const rows = await (limit === undefined ? query : query.limit(limit));
    return rows.map(({ occurredAt: at, expiresAt: until, ...entry }) => ({
      ...entry,
      occurred_at: at.toISOString(),
      expires_at: until?.toISOString() ?? null,
    }));
  },
  async erase(tx, subject) {
    const { id, memberId, reason } = pointTransactions;
    const batch = tx
      .select({ id })
      .from(pointTransactions)
      .innerJoin(members, eq(members.id, memberId))
      .where(and(isSubject(tx, subject), isNotNull(reason)))
      .limit(ERASED_ROWS);
    const rows = await tx
      .update(pointTransactions)
      .set({ reason: null })
      .where(inArray(id, batch))
      .returning({ id });
    return { count: rows.length, more: rows.length === ERASED_ROWS };
  },
};
