import { and, asc, eq, gt, inArray, lte, sum } from 'drizzle-orm';
import { members } from '#services/loyalty/members/members-table.ts';
import { type Program, programs } from '#services/loyalty/programs/programs-table.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { lockMemberRow, recordTransactions } from './ledger.ts';
import { pointTransactions } from './point-transactions-table.ts';

const BATCH = 100;

const isDue = (now: Date) =>
  and(gt(pointTransactions.remaining, 0), lte(pointTransactions.expiresAt, now));

/**
 * Expires due points, in one transaction per member.
 * @returns whether there may be more
 */
export async function expirePoints(db: Database, now: Date): Promise<boolean> {
  const due = await db
    .selectDistinct({ memberId: pointTransactions.memberId })
    .from(pointTransactions)
    .where(isDue(now))
    .orderBy(asc(pointTransactions.memberId))
    .limit(BATCH);
  for (const { memberId } of due) {
    await db.transaction(async (tx) => {
      await lockMemberRow(tx, memberId);
      const [program] = await tx
        .select({ id: programs.id, pointsExpireAfterDays: programs.pointsExpireAfterDays })
        .from(programs)
        .innerJoin(members, eq(members.programId, programs.id))
        .where(eq(members.id, memberId));
      if (program) await expireMemberPoints(tx, program, [memberId], now);
    });
  }
  return due.length === BATCH;
}

/**
 * Expires due points of members, if no other process has. The caller must hold the members' row locks.
 * Call it before spending or extending points, so that these never use points that are due.
 * @returns how many points have expired, by member
 */
export async function expireMemberPoints(
  tx: Queries,
  program: Pick<Program, 'id' | 'pointsExpireAfterDays'>,
  ids: readonly number[],
  now: Date,
): Promise<ReadonlyMap<number, number>> {
  const { memberId, remaining } = pointTransactions;
  const isDueForMember = and(inArray(memberId, [...ids]), isDue(now));
  const due = await tx
    .select({ memberId, points: sum(remaining).mapWith(Number) })
    .from(pointTransactions)
    .where(isDueForMember)
    .groupBy(memberId);
  if (due.length > 0) {
    await tx.update(pointTransactions).set({ remaining: 0 }).where(isDueForMember);
    const entries = due.map((each) => ({ ...each, kind: 'expired' as const }));
    await recordTransactions(tx, program, entries, now);
  }
  return new Map(due.map((each) => [each.memberId, each.points]));
}
