import { and, asc, eq, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import { pointTransactions } from '#services/loyalty/tables/point-transactions-table.ts';
import type { Program } from '#services/loyalty/tables/programs-table.ts';
import { endMemberPeriods } from '#services/loyalty/tiers/end-periods.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { upgradeTier } from './earn-activity.ts';
import { lockMemberRow, recordTransaction } from './ledger.ts';

/** What became of points that waited. */
export interface Settled {
  /** How many earnings they were. */
  settled: number;
  points: number;
  tierChanged: boolean;
}

/**
 * Approves or rejects all points of a member that wait for it; approved ones count for the tier from
 * now. Of two who do so at once the second finds nothing that waits.
 */
export async function settlePending(
  tx: Queries,
  program: Program,
  { memberId, approved }: { memberId: number; approved: boolean },
  now: Date,
): Promise<Settled> {
  await lockMemberRow(tx, memberId);
  await endMemberPeriods(tx, program, memberId, now);
  const waiting = await findPending(tx, memberId);
  const kind = approved ? 'approved' : 'rejected';
  for (const { id: reference, points, activityId, qualifies } of waiting) {
    await recordTransaction(
      tx,
      program,
      { memberId, kind, points, activityId, qualifies, reference },
      now,
    );
  }
  return {
    settled: waiting.length,
    points: waiting.reduce((sum, { points }) => sum + points, 0),
    tierChanged: approved && waiting.length > 0 && (await upgradeTier(tx, program, memberId, now)),
  };
}

/** A member's transactions that wait for approval, oldest first. */
function findPending(tx: Queries, memberId: number) {
  const settlements = alias(pointTransactions, 'settlements');
  const settlement = tx
    .select({ one: sql`1` })
    .from(settlements)
    .where(
      and(eq(settlements.memberId, memberId), eq(settlements.reference, pointTransactions.id)),
    );
  return tx
    .select()
    .from(pointTransactions)
    .where(
      and(
        eq(pointTransactions.memberId, memberId),
        eq(pointTransactions.kind, 'pending'),
        notExists(settlement),
      ),
    )
    .orderBy(asc(pointTransactions.id));
}
