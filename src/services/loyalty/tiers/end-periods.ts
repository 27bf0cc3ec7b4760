import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import { members } from '#services/loyalty/tables/members-table.ts';
import { type Program, programs } from '#services/loyalty/tables/programs-table.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { requalify, sumQualifiedPoints } from './requalify.ts';
import { tierPeriodEnd } from './tier-period.ts';

const BATCH = 100;

/**
 * Ends the tier periods whose time has come (loyalty.md, Member, rule 3).
 * @returns whether there may be more.
 */
export async function endTierPeriods(db: Database, now: Date): Promise<boolean> {
  return db.transaction(async (tx) => {
    const due = await tx
      .select({ memberId: members.id, tierPeriodMonths: programs.tierPeriodMonths })
      .from(members)
      .innerJoin(programs, eq(programs.id, members.programId))
      .where(and(lte(members.tierPeriodEnd, now), isNull(members.deletedAt)))
      .orderBy(asc(members.id))
      .limit(BATCH)
      .for('update', { of: members, skipLocked: true });
    for (const { memberId, tierPeriodMonths } of due) {
      await endMemberPeriods(tx, { tierPeriodMonths }, memberId, now);
    }
    return due.length === BATCH;
  });
}

/**
 * Ends the periods of one member that are over, however many: the tier is what each of them
 * qualified for, and the next one begins with what was earned since. The caller holds the member's
 * row lock, and does so before points are earned, which belong to the period under way.
 */
export async function endMemberPeriods(
  tx: Queries,
  program: Pick<Program, 'tierPeriodMonths'>,
  memberId: number,
  now: Date,
): Promise<void> {
  for (;;) {
    const [member] = await tx
      .select({ id: members.id, end: members.tierPeriodEnd })
      .from(members)
      .where(and(eq(members.id, memberId), lte(members.tierPeriodEnd, now)));
    if (!member) return;
    const start = member.end ?? now;
    await requalify(tx, memberId, 'either', start);
    await tx
      .update(members)
      .set({
        tierPeriodStart: start,
        tierPeriodEnd: tierPeriodEnd(program, start),
        // Those that the tier was just checked by.
        lastPeriodPoints: members.qualifiedPoints,
        qualifiedPoints: await sumQualifiedPoints(tx, { id: memberId, tierPeriodStart: start }),
        modifiedAt: now,
      })
      .where(eq(members.id, memberId));
  }
}
