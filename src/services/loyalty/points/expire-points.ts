import { and, asc, eq, gt, lte, sum } from 'drizzle-orm';
import { members } from '#services/loyalty/members/members-table.ts';
import { type Program, programs } from '#services/loyalty/programs/programs-table.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { lockMemberRow, recordTransaction } from './ledger.ts';
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
      if (program) await expireMemberPoints(tx, program, memberId, now);
    });
  }
  return due.length === BATCH;
}

/**
 * Expires a member's due points, if no other process has. The caller must hold the member's row lock.
 * Call it before spending or extending points, so that these never use points that are due.
 */
export async function expireMemberPoints(
  tx: Queries,
  program: Pick<Program, 'id' | 'pointsExpireAfterDays'>,
  memberId: number,
  now: Date,
): Promise<void> {
  const isDueForMember = and(eq(pointTransactions.memberId, memberId), isDue(now));
  const [due] = await tx
    .select({ points: sum(pointTransactions.remaining).mapWith(Number) })
    .from(pointTransactions)
    .where(isDueForMember);
  if (!due?.points) return;
  await tx.update(pointTransactions).set({ remaining: 0 }).where(isDueForMember);
  await recordTransaction(tx, program, { memberId, kind: 'expired', points: due.points }, now);
}
