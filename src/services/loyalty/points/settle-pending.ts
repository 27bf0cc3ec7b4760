import { and, asc, eq, notExists, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/pg-core';
import type { Queries } from '../../platform/database/database.ts';
import { members } from '../members/members-table.ts';
import type { Program } from '../programs/programs-table.ts';
import { endMemberPeriods } from '../tiers/end-periods.ts';
import { upgradeTier } from './earn-activity.ts';
import { lockMemberRow, record } from './ledger.ts';
import { pointTransactions } from './point-transactions-table.ts';

/** What became of points that waited. */
export interface Settled {
  points: number;
  tierChanged: boolean;
}

/** Ids of a member's transactions that wait for approval, oldest first. */
export async function findPending(tx: Queries, memberId: number): Promise<number[]> {
  const settlements = alias(pointTransactions, 'settlements');
  const rows = await tx
    .select({ id: pointTransactions.id })
    .from(pointTransactions)
    .where(
      and(
        eq(pointTransactions.memberId, memberId),
        eq(pointTransactions.kind, 'pending'),
        notExists(
          tx
            .select({ one: sql`1` })
            .from(settlements)
            .where(
              and(
                eq(settlements.memberId, memberId),
                eq(settlements.reference, pointTransactions.id),
              ),
            ),
        ),
      ),
    )
    .orderBy(asc(pointTransactions.id));
  return rows.map(({ id }) => id);
}

/**
 * Approves or rejects points that wait for it; approved ones count for the tier from now.
 * @returns undefined when there is no such pending transaction, or it is settled already.
 */
export async function settlePending(
  tx: Queries,
  program: Program,
  { transactionId, approved }: { transactionId: number; approved: boolean },
  now: Date,
): Promise<Settled | undefined> {
  const [found] = await tx
    .select({ pending: pointTransactions })
    .from(pointTransactions)
    .innerJoin(members, eq(members.id, pointTransactions.memberId))
    .where(
      and(
        eq(pointTransactions.id, transactionId),
        eq(pointTransactions.kind, 'pending'),
        eq(members.programId, program.id),
      ),
    );
  if (!found) return undefined;
  const { pending } = found;
  await lockMemberRow(tx, pending.memberId);
  const [settled] = await tx
    .select({ one: sql`1` })
    .from(pointTransactions)
    .where(
      and(
        eq(pointTransactions.memberId, pending.memberId),
        eq(pointTransactions.reference, transactionId),
      ),
    );
  if (settled) return undefined;
  const { points, activityId, qualifies } = pending;
  await endMemberPeriods(tx, program, pending.memberId, now);
  const kind = approved ? 'approved' : 'rejected';
  await record(
    tx,
    program,
    { memberId: pending.memberId, kind, points, activityId, qualifies, reference: transactionId },
    now,
  );
  const tierChanged = approved && (await upgradeTier(tx, program, pending.memberId, now));
  return { points, tierChanged };
}
