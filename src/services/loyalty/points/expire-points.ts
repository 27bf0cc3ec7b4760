import { and, asc, eq, gt, lte, sum } from 'drizzle-orm';
import type { Database } from '../../platform/database/database.ts';
import { members } from '../members/members-table.ts';
import { programs } from '../programs/programs-table.ts';
import { lockMemberRow, record } from './ledger.ts';
import { pointTransactions } from './point-transactions-table.ts';

const BATCH = 100;

/**
 * Lets points lapse whose time has come, a transaction for each member.
 * @returns whether there may be more.
 */
export async function expirePoints(db: Database, now: Date): Promise<boolean> {
  const isDue = and(gt(pointTransactions.remaining, 0), lte(pointTransactions.expiresAt, now));
  const due = await db
    .selectDistinct({ memberId: pointTransactions.memberId })
    .from(pointTransactions)
    .where(isDue)
    .orderBy(asc(pointTransactions.memberId))
    .limit(BATCH);
  for (const { memberId } of due) {
    await db.transaction(async (tx) => {
      await lockMemberRow(tx, memberId);
      const isTheirs = and(eq(pointTransactions.memberId, memberId), isDue);
      const [lapsing] = await tx
        .select({ points: sum(pointTransactions.remaining).mapWith(Number) })
        .from(pointTransactions)
        .where(isTheirs);
      // Another process was first.
      if (!lapsing?.points) return;
      const [program] = await tx
        .select({ pointsExpireAfterDays: programs.pointsExpireAfterDays })
        .from(programs)
        .innerJoin(members, eq(members.programId, programs.id))
        .where(eq(members.id, memberId));
      await tx.update(pointTransactions).set({ remaining: 0 }).where(isTheirs);
      if (program)
        await record(tx, program, { memberId, kind: 'expired', points: lapsing.points }, now);
    });
  }
  return due.length === BATCH;
}
