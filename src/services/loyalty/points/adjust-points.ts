import { and, eq } from 'drizzle-orm';
import type { Adjustment } from '#contract/points/adjustment.ts';
import type { PointEntry } from '#contract/points/points.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { currentContext } from '#services/platform/context.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { recordTransaction, spendFromLots } from './ledger.ts';
import { lockAndUpdateMember } from './lock-and-update-member.ts';
import { findPointEntry } from './point-history.ts';
import { pointTransactions } from './point-transactions-table.ts';
import { NotEnoughPointsError } from './spend-points.ts';

/**
 * Adds or takes away points by hand. They don't count toward the tier, so the tier doesn't change.
 * @throws {NotEnoughPointsError} the caller must roll back the transaction
 */
export async function adjustPoints(
  tx: Queries,
  program: Program,
  memberId: number,
  { points, reason, key }: Adjustment & { key?: string | undefined },
  now: Date,
): Promise<PointEntry> {
  await lockAndUpdateMember(tx, program, memberId, now);
  const amount = Math.abs(points);
  if (points < 0 && (await spendFromLots(tx, memberId, amount)) < amount) {
    throw new NotEnoughPointsError('There are not enough points');
  }
  const kind = points > 0 ? ('added' as const) : ('removed' as const);
  const adjustedBy = currentContext().actor;
  const entry = { memberId, kind, points: amount, reason, adjustedBy, idempotencyKey: key };
  const id = await recordTransaction(tx, program, entry, now);
  const recorded = await findPointEntry(tx, memberId, id);
  if (!recorded) throw new Error('A recorded transaction does not exist');
  return recorded;
}

/** The adjustment that was made with a key, for a client that repeats it. The caller must hold the member's row lock. */
export async function findByKey(
  tx: Queries,
  memberId: number,
  key: string,
): Promise<PointEntry | undefined> {
  const { id } = pointTransactions;
  const [made] = await tx
    .select({ id })
    .from(pointTransactions)
    .where(
      and(eq(pointTransactions.memberId, memberId), eq(pointTransactions.idempotencyKey, key)),
    );
  return made && findPointEntry(tx, memberId, made.id);
}
