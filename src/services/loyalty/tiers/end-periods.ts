import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import { members } from '#services/loyalty/members/members-table.ts';
import { type Program, programs } from '#services/loyalty/programs/programs-table.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { requalify, sumQualifiedPoints } from './requalify.ts';
import { tierPeriodEnd } from './tier-period.ts';

const BATCH = 100;

/**
 * Ends tier periods that are due (loyalty.md, Member, rule 3).
 * @returns whether there may be more
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
 * Ends all due periods of a member, one after the other: sets the tier for which the period qualified
 * and starts the next period with the points earned since. The caller must hold the member's row
 * lock. Call it before recording points, which belong to the current period.
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
        // The points for which the tier was just set.
        lastPeriodPoints: members.qualifiedPoints,
        qualifiedPoints: await sumQualifiedPoints(tx, { id: memberId, tierPeriodStart: start }),
        modifiedAt: now,
      })
      .where(eq(members.id, memberId));
  }
}
