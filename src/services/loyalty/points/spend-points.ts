import { eq } from 'drizzle-orm';
import { invalidValue } from '#services/loyalty/http/error-response.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { requalify } from '#services/loyalty/tiers/requalify.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { recordTransaction, spendFromLots } from './ledger.ts';
import { lockAndUpdateMember } from './lock-and-update-member.ts';

export class NotEnoughPointsError extends Error {}

/**
 * Takes back points, for example for a returned purchase. Moves the member down if they no longer
 * qualify for their tier (loyalty.md, Member, rule 3).
 * @returns whether the tier changed
 * @throws {NotEnoughPointsError} the caller must roll back the transaction
 */
export async function deductPoints(
  tx: Queries,
  program: Program,
  memberId: number,
  points: number,
  now: Date,
): Promise<boolean> {
  await lockAndUpdateMember(tx, program, memberId, now);
  await spend(tx, program, { memberId, kind: 'deducted', points }, now);
  return (await requalify(tx, memberId, 'down')) === 'down';
}

/**
 * Spends points on a reward. Redeemed points still count toward the tier.
 * @throws {LoyaltyApiError} 400 naming `member_id` if the member is blocked or opted out
 * @throws {NotEnoughPointsError} the caller must roll back the transaction
 */
export async function redeemPoints(
  tx: Queries,
  program: Program,
  memberId: number,
  points: number,
  now: Date,
): Promise<void> {
  await lockAndUpdateMember(tx, program, memberId, now);
  const [member] = await tx
    .select({ status: members.status })
    .from(members)
    .where(eq(members.id, memberId));
  if (member?.status !== 'active') {
    throw invalidValue('member_id', `The member is ${member?.status} and can't redeem points`);
  }
  await spend(tx, program, { memberId, kind: 'redeemed', points }, now);
}

/** The caller must hold the member's row lock. */
async function spend(
  tx: Queries,
  program: Program,
  entry: { memberId: number; kind: 'deducted' | 'redeemed'; points: number },
  now: Date,
): Promise<void> {
  const spent = (await spendFromLots(tx, [entry])).get(entry.memberId) ?? 0;
  if (spent < entry.points) throw new NotEnoughPointsError('There are not enough points');
  await recordTransaction(tx, program, entry, now);
}
