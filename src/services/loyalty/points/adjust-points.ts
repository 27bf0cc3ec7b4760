import { and, inArray } from 'drizzle-orm';
import type { Adjustment } from '#contract/points/adjustment.ts';
import type { PointEntry } from '#contract/points/points.ts';
import { memberSubject } from '#services/loyalty/members/audit-member.ts';
import { lockMembers } from '#services/loyalty/members/get-member.ts';
import type { MemberAddress } from '#services/loyalty/members/members-store.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { endMemberPeriods } from '#services/loyalty/tiers/end-periods.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { changesBetween, toAuditRow } from '#services/platform/audit/record-audit.ts';
import { type Context, runInContext } from '#services/platform/context.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { expireMemberPoints } from './expire-points.ts';
import { recordTransactions, spendFromLots } from './ledger.ts';
import { findPointEntries } from './point-history.ts';
import { pointTransactions } from './point-transactions-table.ts';

/** An adjustment by hand, and the request or job that makes it. */
export interface PointsAdjustment extends Adjustment {
  address: MemberAddress;
  /** The key of a client that may repeat it. */
  key?: string | undefined;
  context: Context;
}

/**
 * Adds or takes away points of different members by hand. They don't count toward the tier, so the tier doesn't
 * change. One that was made with its key before isn't made again.
 * @returns the entry of each; undefined if the member doesn't have that many points
 * @throws {LoyaltyApiError} 400 for an unknown member
 */
export async function adjustPoints(
  tx: Queries,
  program: Program,
  adjustments: readonly PointsAdjustment[],
  now: Date,
): Promise<(PointEntry | undefined)[]> {
  const locked = await lockMembers(
    tx,
    program.id,
    adjustments.map(({ address }) => address),
  );
  const ids = locked.map(({ id }) => id);
  if (new Set(ids).size < ids.length) throw new Error('Two adjustments are of the same member');
  const made = await findMade(tx, ids, adjustments);
  const open = locked.flatMap((member, index) =>
    made.has(member.id) ? [] : [{ ...(adjustments[index] as PointsAdjustment), member }],
  );
  const openIds = open.map(({ member }) => member.id);
  const expired = await expireMemberPoints(tx, program, openIds, now);
  for (const { id, tierPeriodEnd: end } of open.map(({ member }) => member)) {
    if (end !== null && end <= now) await endMemberPeriods(tx, program, id, now);
  }
  const possible = open.filter(
    ({ member: { id, availablePoints }, points }) =>
      availablePoints - (expired.get(id) ?? 0) + points >= 0,
  );
  const entries = possible.map(({ member, points, reason, key, context }) => ({
    memberId: member.id,
    kind: points > 0 ? ('added' as const) : ('removed' as const),
    points: Math.abs(points),
    reason,
    adjustedBy: context.actor,
    idempotencyKey: key,
  }));
  await spendFromLots(
    tx,
    entries.filter(({ kind }) => kind === 'removed'),
  );
  const recorded = await recordTransactions(tx, program, entries, now);
  const events = possible.map(({ member, points, reason, context }) =>
    runInContext(context, () =>
      toAuditRow({
        action: 'points.adjust',
        subject: memberSubject(member),
        changes: changesBetween({}, { points, reason }),
        partnerId: program.partnerId,
      }),
    ),
  );
  if (events.length > 0) await tx.insert(auditEvents).values(events);
  const found = await findPointEntries(tx, ids, [...made.values(), ...recorded]);
  return ids.map((id) => found.get(id));
}

/** The adjustments that were made with the key of a request before, by member. */
async function findMade(
  tx: Queries,
  ids: readonly number[],
  adjustments: readonly PointsAdjustment[],
): Promise<ReadonlyMap<number, number>> {
  const keys = adjustments.flatMap(({ key }) => key ?? []);
  if (keys.length === 0) return new Map();
  const { id, memberId, idempotencyKey } = pointTransactions;
  const rows = await tx
    .select({ id, memberId, key: idempotencyKey })
    .from(pointTransactions)
    .where(and(inArray(memberId, [...ids]), inArray(idempotencyKey, keys)));
  const keyOf = new Map(ids.map((each, index) => [each, adjustments[index]?.key]));
  return new Map(
    rows.filter((row) => keyOf.get(row.memberId) === row.key).map((row) => [row.memberId, row.id]),
  );
}
