import { eq, sql } from 'drizzle-orm';
import { factsOf } from '#contract/loyalty/rule-engine/facts.ts';
import { applyRules, basePoints } from '#contract/loyalty/rule-engine/rules-engine.ts';
import { MEMBER_TIER_UPGRADE } from '#contract/loyalty/webhooks.ts';
import { findActivity } from '#services/loyalty/activities/activities.ts';
import type { ActivityRow } from '#services/loyalty/activities/activities-table.ts';
import { countTimesDone } from '#services/loyalty/activities/times-done.ts';
import { invalidValue } from '#services/loyalty/http/error-response.ts';
import { toMemberDocument } from '#services/loyalty/members/member-document.ts';
import {
  findMember,
  type MemberRow,
  matchesAddress,
} from '#services/loyalty/members/members-store.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { isUsedUp, NEVER_DONE } from '#services/loyalty/rules/frequency.ts';
import { requalify } from '#services/loyalty/tiers/requalify.ts';
import { emitEvents } from '#services/loyalty/webhooks/emit-events.ts';
import { toMemberInfo } from '#services/loyalty/webhooks/member-info.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { recordTransaction, resetExpiry } from './ledger.ts';
import { lockAndUpdateMember } from './lock-and-update-member.ts';

interface EarnInput {
  memberId: string;
  activityId: string;
  /** Multiplied by the activity's multiplier; the amount spent in a purchase. */
  quantity: number;
}

export interface EarnResult {
  points: number;
  tierChanged: boolean;
  /** The member can't earn by this activity any more, so nothing was recorded. */
  isUsedUp?: true;
}

/**
 * Records that a member did an activity: the points by its rules, a new tier, and the event about it.
 * With manual approval the points stay pending, and with them the activity's purchase and the new expiry
 * of other points.
 * @throws {LoyaltyApiError} 400 naming `member_id` or `activity_id` if the member may not earn
 */
export async function earnActivity(
  tx: Queries,
  program: Program,
  { memberId, activityId, quantity }: EarnInput,
  now: Date,
): Promise<EarnResult> {
  const activity = await findActivity(tx, program.id, activityId);
  if (!activity?.isActive) throw invalidValue('activity_id', 'There is no such active activity');
  const row = await lockMember(tx, program, memberId, now);
  const { member } = row;
  const facts = factsOf(toMemberDocument(row, { program }));
  const rules = activity.rulesConfig ?? [];
  const times = await countTimesDone(tx, member.id, now, activity.id);
  const done = times.get(activity.id) ?? NEVER_DONE;
  if (isUsedUp(rules, { done, facts, now })) {
    return { points: 0, tierChanged: false, isUsedUp: true };
  }

  const base = basePoints(activity.pointsConfig, facts, quantity);
  const { points, attributes } = applyRules(rules, { points: base, facts, now });
  const entry = {
    memberId: member.id,
    points,
    activityId: activity.id,
    qualifies: activity.qualifiesForTierUpgrade,
  };
  const isPending = activity.approvalMethod === 'manual';
  if (isPending) {
    const purchase = isPurchase(activity) ? { purchaseAmount: quantity } : {};
    await recordTransaction(tx, program, { ...entry, kind: 'pending', ...purchase }, now);
  } else {
    if (activity.resetsPointsExpiry) await resetExpiry(tx, program, member.id, now);
    await recordTransaction(tx, program, { ...entry, kind: 'earned' }, now);
    if (isPurchase(activity)) {
      await recordPurchase(tx, { memberId: member.id, amount: quantity, date: now });
    }
  }
  if (Object.keys(attributes).length > 0) {
    await tx
      .update(members)
      .set({
        customAttributes: sql`${members.customAttributes} || ${JSON.stringify(attributes)}::jsonb`,
      })
      .where(eq(members.id, member.id));
  }
  const tierChanged = !isPending && (await upgradeTier(tx, program, member.id, now));
  return { points, tierChanged };
}

/** Requalifies after an earning; a higher tier causes an event (decisions.md, 34). */
export async function upgradeTier(
  tx: Queries,
  program: Program,
  memberId: number,
  now: Date,
): Promise<boolean> {
  if ((await requalify(tx, memberId, 'up')) !== 'up') return false;
  const row = await findMember(tx, eq(members.id, memberId));
  if (!row) throw new Error('A locked member does not exist');
  await emitEvents(tx, { programId: program.id, eventType: MEMBER_TIER_UPGRADE, now }, [
    { member_info: toMemberInfo(row, program) },
  ]);
  return true;
}

async function lockMember(
  tx: Queries,
  program: Program,
  memberId: string,
  now: Date,
): Promise<MemberRow> {
  const address = matchesAddress(program.id, { member: memberId, idParam: 'member_id' });
  const found = await findMember(tx, address);
  if (found) await lockAndUpdateMember(tx, program, found.member.id, now);
  // Load again, now that the member is locked.
  const row = found && (await findMember(tx, address));
  if (!row) throw invalidValue('member_id', 'There is no such member');
  if (row.member.status !== 'active') {
    throw invalidValue('member_id', `The member is ${row.member.status} and can't earn points`);
  }
  return row;
}

/**
 * Whether an activity is a purchase: its points are a multiple of the quantity alone, which is the
 * amount spent (docs/decisions/loyalty/points-ledger.md).
 */
function isPurchase({ pointsConfig }: Pick<ActivityRow, 'pointsConfig'>): boolean {
  const { points_computation_type, attribute_to_multiply } = pointsConfig;
  return points_computation_type === 'multiplier_based' && !attribute_to_multiply;
}

/**
 * Adds a purchase to a member's totals. The caller must hold the member's row lock.
 * @param purchase `amount` in the program's currency, in whole cents
 */
export async function recordPurchase(
  tx: Queries,
  { memberId, amount, date }: { memberId: number; amount: number; date: Date },
): Promise<void> {
  const moment = date.toISOString();
  await tx
    .update(members)
    .set({
      purchases: sql`${members.purchases} + 1`,
      revenue: sql`${members.revenue} + ${amount}`,
      // Purchases may be approved in another order.
      firstPurchaseDate: sql`least(${members.firstPurchaseDate}, ${moment})`,
      lastPurchaseDate: sql`greatest(${members.lastPurchaseDate}, ${moment})`,
    })
    .where(eq(members.id, memberId));
}
