import { and, asc, eq, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { activities } from '#services/loyalty/activities/activities-table.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { recordPurchase, upgradeTier } from './earn-activity.ts';
import { recordTransaction, resetExpiry } from './ledger.ts';
import { lockAndUpdateMember } from './lock-and-update-member.ts';
import { pointTransactions } from './point-transactions-table.ts';

export interface SettleResult {
  /** Number of transactions. */
  settled: number;
  points: number;
  tierChanged: boolean;
}

/**
 * Approves or rejects all pending points of a member. Approved points count toward the tier from now,
 * and approved purchases from the day they were made.
 * A concurrent second call finds nothing pending.
 */
export async function settlePending(
  tx: Queries,
  program: Program,
  { memberId, approved }: { memberId: number; approved: boolean },
  now: Date,
): Promise<SettleResult> {
  await lockAndUpdateMember(tx, program, memberId, now);
  const pending = await listPending(tx, memberId);
  const kind = approved ? 'approved' : 'rejected';
  for (const { transaction, resetsPointsExpiry } of pending) {
    const {
      id: reference,
      points,
      activityId,
      qualifies,
      purchaseAmount,
      occurredAt,
    } = transaction;
    if (approved && resetsPointsExpiry) await resetExpiry(tx, program, memberId, now);
    await recordTransaction(
      tx,
      program,
      { memberId, kind, points, activityId, qualifies, reference },
      now,
    );
    if (approved && purchaseAmount !== null) {
      await recordPurchase(tx, { memberId, amount: purchaseAmount, date: occurredAt });
    }
  }
  return {
    settled: pending.length,
    points: pending.reduce((sum, { transaction }) => sum + transaction.points, 0),
    tierChanged: approved && pending.length > 0 && (await upgradeTier(tx, program, memberId, now)),
  };
}

/** Oldest first. */
function listPending(tx: Queries, memberId: number) {
  const settlements = alias(pointTransactions, 'settlements');
  const settlement = tx
    .select({ one: sql`1` })
    .from(settlements)
    .where(
      and(eq(settlements.memberId, memberId), eq(settlements.reference, pointTransactions.id)),
    );
  return tx
    .select({
      transaction: pointTransactions,
      resetsPointsExpiry: activities.resetsPointsExpiry,
    })
    .from(pointTransactions)
    .leftJoin(activities, eq(activities.id, pointTransactions.activityId))
    .where(
      and(
        eq(pointTransactions.memberId, memberId),
        eq(pointTransactions.kind, 'pending'),
        notExists(settlement),
      ),
    )
    .orderBy(asc(pointTransactions.id));
}
