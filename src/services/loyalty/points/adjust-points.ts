import type { Adjustment, PointEntry } from '#contract/points.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { endMemberPeriods } from '#services/loyalty/tiers/end-periods.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { expireMemberPoints } from './expire-points.ts';
import { lockMemberRow, recordTransaction, spendFromLots } from './ledger.ts';
import { findPointEntry } from './point-history.ts';
import { NotEnoughPointsError } from './spend-points.ts';

/**
 * Adds or takes away points by hand. They don't count toward the tier, so the tier doesn't change.
 * @throws {NotEnoughPointsError} the caller must roll back the transaction
 */
export async function adjustPoints(
  tx: Queries,
  program: Program,
  memberId: number,
  { points, reason }: Adjustment,
  now: Date,
): Promise<PointEntry> {
  await lockMemberRow(tx, memberId);
  await expireMemberPoints(tx, program, memberId, now);
  await endMemberPeriods(tx, program, memberId, now);
  const amount = Math.abs(points);
  if (points < 0 && (await spendFromLots(tx, memberId, amount)) < amount) {
    throw new NotEnoughPointsError('There are not enough points');
  }
  const kind = points > 0 ? ('added' as const) : ('removed' as const);
  const entry = { memberId, kind, points: amount, reason };
  const id = await recordTransaction(tx, program, entry, now);
  const recorded = await findPointEntry(tx, memberId, id);
  if (!recorded) throw new Error('A recorded transaction does not exist');
  return recorded;
}
