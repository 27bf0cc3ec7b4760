import { and, eq, sql } from 'drizzle-orm';
import type { Queries } from '../../platform/database/database.ts';
import { members } from '../members/members-table.ts';
import type { Program } from '../programs/programs-table.ts';
import { upgradeTier } from './earn-activity.ts';
import { lockMemberRow, record } from './ledger.ts';
import { pointTransactions } from './point-transactions-table.ts';

/**
 * Approves or rejects points that wait for it; approved ones count for the tier from now.
 * @returns false when there is no such pending transaction, or it is settled already.
 */
export async function settlePending(
  tx: Queries,
  program: Program,
  { transactionId, approved }: { transactionId: number; approved: boolean },
  now: Date,
): Promise<boolean> {
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
  if (!found) return false;
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
  if (settled) return false;
  const { points, activityId, qualifies } = pending;
  const kind = approved ? 'approved' : 'rejected';
  await record(
    tx,
    program,
    { memberId: pending.memberId, kind, points, activityId, qualifies, reference: transactionId },
    now,
  );
  if (approved) await upgradeTier(tx, program, pending.memberId, now);
  return true;
}
