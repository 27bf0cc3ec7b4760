import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { endMemberPeriods } from '#services/loyalty/tiers/end-periods.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { expireMemberPoints } from './expire-points.ts';
import { lockMemberRow } from './ledger.ts';

/**
 * Locks a member, then expires their due points and ends their finished tier periods. To be called
 * before their points change.
 */
export async function lockAndUpdateMember(
  tx: Queries,
  program: Program,
  memberId: number,
  now: Date,
): Promise<void> {
  await lockMemberRow(tx, memberId);
  await expireMemberPoints(tx, program, [memberId], now);
  await endMemberPeriods(tx, program, memberId, now);
}
