import { and, asc, eq, gt, sql } from 'drizzle-orm';
import type { PointsExpiration } from '#contract/loyalty/members/member.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Actor } from '#services/platform/context.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';
import { one } from '#services/platform/database/one.ts';
import { pointTransactions, type TransactionKind } from './point-transactions-table.ts';

/** How each kind of transaction changes the member's totals. */
const EFFECTS: Record<TransactionKind, Partial<Record<Total, 1 | -1>>> = {
  earned: { pointsEarned: 1, availablePoints: 1 },
  pending: { pendingPoints: 1 },
  approved: { pendingPoints: -1, pointsEarned: 1, availablePoints: 1 },
  rejected: { pendingPoints: -1 },
  expired: { pointsExpired: 1, availablePoints: -1 },
  deducted: { pointsDeducted: 1, availablePoints: -1 },
  redeemed: { pointsRedeemed: 1, availablePoints: -1 },
  added: { pointsEarned: 1, availablePoints: 1 },
  removed: { pointsDeducted: 1, availablePoints: -1 },
};
type Total =
  | 'pointsEarned'
  | 'availablePoints'
  | 'pendingPoints'
  | 'pointsExpired'
  | 'pointsDeducted'
  | 'pointsRedeemed';

interface Entry {
  memberId: number;
  kind: TransactionKind;
  points: number;
  activityId?: number | null;
  qualifies?: boolean;
  /** The pending transaction that this one approves or rejects. */
  reference?: number;
  /** Of a pending purchase. */
  purchaseAmount?: number;
  reason?: string;
  adjustedBy?: Actor | undefined;
  idempotencyKey?: string | undefined;
}

/**
 * Adds a transaction and updates the member's totals. The caller must hold the member's row lock
 * (`lockMemberRow`), which serializes a member's transactions.
 * @returns the id of the transaction
 */
export async function recordTransaction(
  tx: Queries,
  program: Pick<Program, 'pointsExpireAfterDays'>,
  entry: Entry,
  now: Date,
): Promise<number> {
  const { memberId, kind, points } = entry;
  const isLot = kind === 'earned' || kind === 'approved' || kind === 'added';
  const inserted = await tx
    .insert(pointTransactions)
    .values({
      ...entry,
      occurredAt: now,
      remaining: isLot ? points : 0,
      expiresAt: isLot ? expiryOf(program, now) : null,
    })
    .returning({ id: pointTransactions.id });
  const effects = Object.entries(EFFECTS[kind]) as [Total, 1 | -1][];
  const isActivity = kind === 'earned' || kind === 'pending';
  await tx
    .update(members)
    .set({
      ...Object.fromEntries(
        effects.map(([total, sign]) => [total, sql`${members[total]} + ${sign * points}`]),
      ),
      ...(isActivity ? { activitiesDone: sql`${members.activitiesDone} + 1` } : {}),
      ...(kind === 'redeemed' ? { redemptions: sql`${members.redemptions} + 1` } : {}),
      expirationSchedule: await calculateSchedule(tx, memberId),
      modifiedAt: now,
    })
    .where(eq(members.id, memberId));
  return one(inserted).id;
}

/**
 * Spends points from the lots that expire first.
 * @returns how many points could be spent
 */
export async function spendFromLots(
  tx: Queries,
  memberId: number,
  wanted: number,
): Promise<number> {
  const lots = await tx
    .select({ id: pointTransactions.id, remaining: pointTransactions.remaining })
    .from(pointTransactions)
    .where(and(eq(pointTransactions.memberId, memberId), gt(pointTransactions.remaining, 0)))
    .orderBy(asc(pointTransactions.expiresAt), asc(pointTransactions.id));
  let open = wanted;
  for (const { id, remaining } of lots) {
    if (open === 0) break;
    const spent = Math.min(open, remaining);
    await tx
      .update(pointTransactions)
      .set({ remaining: remaining - spent })
      .where(eq(pointTransactions.id, id));
    open -= spent;
  }
  return wanted - open;
}

/** Extends the expiration of all remaining points to that of points earned now. */
export async function resetExpiry(
  tx: Queries,
  program: Pick<Program, 'pointsExpireAfterDays'>,
  memberId: number,
  now: Date,
): Promise<void> {
  await tx
    .update(pointTransactions)
    .set({ expiresAt: expiryOf(program, now) })
    .where(and(eq(pointTransactions.memberId, memberId), gt(pointTransactions.remaining, 0)));
}

export async function lockMemberRow(tx: Queries, memberId: number): Promise<void> {
  await lockForUpdate(tx.select({ id: members.id }).from(members).where(eq(members.id, memberId)));
}

function expiryOf({ pointsExpireAfterDays }: Pick<Program, 'pointsExpireAfterDays'>, now: Date) {
  return pointsExpireAfterDays === null
    ? null
    : addSeconds(now, pointsExpireAfterDays * DAY_SECONDS);
}

async function calculateSchedule(
  tx: Queries,
  memberId: number,
): Promise<PointsExpiration[] | null> {
  const day = sql<string>`to_char(${pointTransactions.expiresAt} at time zone 'UTC', 'YYYY-MM-DD')`;
  const rows = await tx
    .select({
      day,
      date: sql<string>`to_char(min(${pointTransactions.expiresAt}) at time zone 'UTC', 'MM/DD/YYYY')`,
      points: sql`sum(${pointTransactions.remaining})`.mapWith(Number),
    })
    .from(pointTransactions)
    .where(
      and(
        eq(pointTransactions.memberId, memberId),
        gt(pointTransactions.remaining, 0),
        sql`${pointTransactions.expiresAt} is not null`,
      ),
    )
    .groupBy(day)
    .orderBy(day);
  return rows.length === 0
    ? null
    : rows.map(({ date, points }) => ({ expiration_date: date, points }));
}
