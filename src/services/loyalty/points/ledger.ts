import { and, eq, gt, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import { members } from '#services/loyalty/members/members-table.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { addSeconds, DAY_SECONDS } from '#services/platform/clock.ts';
import type { Actor } from '#services/platform/context.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { lockForUpdate } from '#services/platform/database/lock-for-update.ts';
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
  /** The amount of a pending purchase. */
  purchaseAmount?: number;
  reason?: string;
  adjustedBy?: Actor | undefined;
  idempotencyKey?: string | undefined;
}

/** Adds one transaction, like `recordTransactions`. */
export async function recordTransaction(
  tx: Queries,
  program: Pick<Program, 'pointsExpireAfterDays'>,
  entry: Entry,
  now: Date,
): Promise<void> {
  await recordTransactions(tx, program, [entry], now);
}

/**
 * Adds transactions of different members and updates their totals. The caller must hold the members' row locks
 * (`lockMemberRow`), which serialize a member's transactions.
 * @returns the id of each transaction
 */
export async function recordTransactions(
  tx: Queries,
  program: Pick<Program, 'pointsExpireAfterDays'>,
  entries: readonly Entry[],
  now: Date,
): Promise<number[]> {
  if (entries.length === 0) return [];
  const expiresAt = expiryOf(program, now);
  const inserted = await tx
    .insert(pointTransactions)
    .values(
      entries.map((entry) => ({
        ...entry,
        occurredAt: now,
        ...(LOTS.includes(entry.kind) ? { remaining: entry.points, expiresAt } : {}),
      })),
    )
    .returning({ id: pointTransactions.id });
  for (const [kind, ofKind] of Map.groupBy(entries, (entry) => entry.kind)) {
    await addToTotals(tx, kind, ofKind, now);
  }
  return inserted.map(({ id }) => id);
}

/** Points that can be spent afterwards. */
const LOTS: readonly TransactionKind[] = ['earned', 'approved', 'added'];

async function addToTotals(
  tx: Queries,
  kind: TransactionKind,
  entries: readonly Entry[],
  now: Date,
): Promise<void> {
  const list = entries.map(({ memberId, points }) => ({ member_id: memberId, points }));
  const set = (column: PgColumn, added: SQL) =>
    sql`${sql.identifier(column.name)} = ${column} + ${added}`;
  const totals = (Object.entries(EFFECTS[kind]) as [Total, 1 | -1][]).map(([total, sign]) =>
    set(members[total], sql`${sql.raw(String(sign))} * entry.points`),
  );
  const isActivity = kind === 'earned' || kind === 'pending';
  const assignments = [
    ...totals,
    ...(isActivity ? [set(members.activitiesDone, sql`1`)] : []),
    ...(kind === 'redeemed' ? [set(members.redemptions, sql`1`)] : []),
  ];
  await tx.execute(sql`
    update ${members} set ${sql.join(assignments, sql`, `)}, modified_at = ${now.toISOString()}::timestamptz,
      expiration_schedule = (
        select jsonb_agg(jsonb_build_object('expiration_date', date, 'points', points) order by day) from (
          select to_char(expires_at at time zone 'UTC', 'YYYY-MM-DD') as day,
            to_char(min(expires_at) at time zone 'UTC', 'MM/DD/YYYY') as date, sum(remaining) as points
          from ${pointTransactions} lots
          where lots.member_id = ${members.id} and remaining > 0 and expires_at is not null
          group by day) days)
    from json_to_recordset(${JSON.stringify(list)}::json) as entry(member_id bigint, points bigint)
    where ${members.id} = entry.member_id`);
}

/**
 * Spends points of different members from the lots that expire first.
 * @returns how many points could be spent, by member
 */
export async function spendFromLots(
  tx: Queries,
  wanted: readonly { memberId: number; points: number }[],
): Promise<ReadonlyMap<number, number>> {
  if (wanted.length === 0) return new Map();
  const list = wanted.map(({ memberId, points }) => ({ member_id: memberId, points }));
  const { rows } = await tx.execute<{ member_id: string; points: string }>(sql`
    with ordered as (
      select lots.id, remaining, wanted.points as wanted, sum(remaining) over (
        partition by lots.member_id order by expires_at, lots.id) - remaining as earlier
      from ${pointTransactions} lots
      join json_to_recordset(${JSON.stringify(list)}::json) as wanted(member_id bigint, points bigint)
        on lots.member_id = wanted.member_id
      where remaining > 0),
    spent as (
      update ${pointTransactions} lots
      set remaining = lots.remaining - least(ordered.remaining, ordered.wanted - ordered.earlier)
      from ordered where lots.id = ordered.id and ordered.earlier < ordered.wanted
      returning lots.member_id, least(ordered.remaining, ordered.wanted - ordered.earlier) as points)
    select member_id, sum(points) as points from spent group by member_id`);
  return new Map(rows.map((row) => [Number(row.member_id), Number(row.points)]));
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
