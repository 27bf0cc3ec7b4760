import { and, asc, eq, gte, lt, sql } from 'drizzle-orm';
import { members } from '#services/loyalty/members/members-table.ts';
import { pointTransactions } from '#services/loyalty/points/point-transactions-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { tiers } from './tiers-table.ts';

/**
 * Recalculates a member's qualified points from the ledger and moves the member to the tier they
 * qualify for: up after earning, down after a deduction, either way at the end of a period
 * (loyalty.md, Member, rule 3). The tier of the previous period is kept until the current one ends.
 * The caller must hold the member's row lock.
 * @param until the end of a period that has ended; later points count for the next one
 * @returns how the tier changed
 */
export async function requalify(
  tx: Queries,
  memberId: number,
  allowed: 'up' | 'down' | 'either',
  until?: Date,
): Promise<'up' | 'down' | 'same'> {
  const [member] = await tx.select().from(members).where(eq(members.id, memberId));
  if (!member) throw new Error('A locked member does not exist');
  const qualifiedPoints = await sumQualifiedPoints(tx, member, until);
  const ladder = await tx
    .select({ id: tiers.id, threshold: tiers.threshold })
    .from(tiers)
    .where(eq(tiers.programId, member.programId))
    .orderBy(asc(tiers.threshold));
  const counted =
    allowed === 'down' ? Math.max(qualifiedPoints, member.lastPeriodPoints) : qualifiedPoints;
  const reached = ladder.findLastIndex(({ threshold }) => threshold <= counted);
  const current = ladder.findIndex(({ id }) => id === member.tierId);
  const direction = reached > current ? 'up' : reached < current ? 'down' : 'same';
  const moves = direction !== 'same' && (allowed === 'either' || allowed === direction);
  await tx
    .update(members)
    .set({ qualifiedPoints, ...(moves ? { tierId: ladder[reached]?.id ?? null } : {}) })
    .where(eq(members.id, memberId));
  return moves ? direction : 'same';
}

/** Qualifying points that were earned in the member's period, less those deducted in it. */
export async function sumQualifiedPoints(
  tx: Queries,
  member: Pick<typeof members.$inferSelect, 'id' | 'tierPeriodStart'>,
  until?: Date,
): Promise<number> {
  const { kind, points, qualifies } = pointTransactions;
  const [row] = await tx
    .select({
      sum: sql`coalesce(sum(case
        when ${kind} in ('earned', 'approved') and ${qualifies} then ${points}
        when ${kind} = 'deducted' then -${points} else 0 end), 0)`.mapWith(Number),
    })
    .from(pointTransactions)
    .where(
      and(
        eq(pointTransactions.memberId, member.id),
        gte(pointTransactions.occurredAt, member.tierPeriodStart),
        until && lt(pointTransactions.occurredAt, until),
      ),
    );
  return Math.max(row?.sum ?? 0, 0);
}
