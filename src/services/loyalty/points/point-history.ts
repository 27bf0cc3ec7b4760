import { and, count, desc, eq, inArray, sql } from 'drizzle-orm';
import type { PointEntry } from '#contract/points/points.ts';
import { activities } from '#services/loyalty/activities/activities-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import type { TimePosition } from '#services/platform/json-api/time-cursor.ts';
import { pointTransactions, type TransactionKind } from './point-transactions-table.ts';

/** How each kind is shown, and how it changes the balance. */
const KINDS: Readonly<
  Record<TransactionKind, { kind: PointEntry['kind']; sign: 1 | -1; inBalance: boolean }>
> = {
  earned: { kind: 'earned', sign: 1, inBalance: true },
  pending: { kind: 'pending', sign: 1, inBalance: false },
  approved: { kind: 'earned', sign: 1, inBalance: true },
  rejected: { kind: 'pending', sign: -1, inBalance: false },
  expired: { kind: 'expired', sign: -1, inBalance: true },
  deducted: { kind: 'deducted', sign: -1, inBalance: true },
  redeemed: { kind: 'redeemed', sign: -1, inBalance: true },
  added: { kind: 'adjusted', sign: 1, inBalance: true },
  removed: { kind: 'adjusted', sign: -1, inBalance: true },
};

const REASONS: Partial<Record<TransactionKind, string>> = {
  approved: 'Approved',
  rejected: 'Rejected',
};

/** SQL for the points that a transaction adds to the balance. */
const CHANGE = sql`case ${sql.join(
  Object.entries(KINDS).map(
    ([kind, { sign, inBalance }]) =>
      sql`when ${pointTransactions.kind} = ${kind} then ${pointTransactions.points} * ${sql.raw(String(inBalance ? sign : 0))}`,
  ),
  sql` `,
)} else 0 end`;

interface HistoryPage {
  /** Undefined for the first page. */
  before: TimePosition | undefined;
  limit: number;
}

/** A page of a member's transactions, newest first; and their number. */
export async function listPointEntries(
  db: Queries,
  memberId: number,
  { before, limit }: HistoryPage,
): Promise<{ entries: PointEntry[]; total: number }> {
  const entries = await selectEntries(db, [memberId], { before, limit });
  const [counted] = await db
    .select({ total: count() })
    .from(pointTransactions)
    .where(eq(pointTransactions.memberId, memberId));
  return {
    entries: entries.map(({ memberId: _, ...entry }) => entry),
    total: counted?.total ?? 0,
  };
}

/** Single transactions of members, by member. */
export async function findPointEntries(
  db: Queries,
  memberIds: readonly number[],
  ids: readonly number[],
): Promise<ReadonlyMap<number, PointEntry>> {
  const limit = ids.length;
  if (limit === 0) return new Map();
  const entries = await selectEntries(db, memberIds, { ids, before: undefined, limit });
  return new Map(entries.map(({ memberId, ...entry }) => [memberId, entry]));
}

/** The balance is a sum over all of a member's transactions, of which there are few. */
async function selectEntries(
  db: Queries,
  memberIds: readonly number[],
  { ids, before, limit }: HistoryPage & { ids?: readonly number[] },
): Promise<(PointEntry & { memberId: number })[]> {
  const { memberId, id, kind, points, activityId, occurredAt, reason, adjustedBy, expiresAt } =
    pointTransactions;
  const ledger = db.$with('ledger').as(
    db
      .select({
        memberId,
        id,
        kind,
        points,
        activityId,
        occurredAt,
        reason,
        adjustedBy,
        expiresAt,
        balance:
          sql<number>`sum(${CHANGE}) over (partition by ${memberId} order by ${occurredAt}, ${id})`
            .mapWith(Number)
            .as('balance'),
      })
      .from(pointTransactions)
      .where(inArray(memberId, [...memberIds])),
  );
  const rows = await db
    .with(ledger)
    .select({
      memberId: ledger.memberId,
      id: ledger.id,
      kind: ledger.kind,
      points: ledger.points,
      occurredAt: ledger.occurredAt,
      reason: ledger.reason,
      adjustedBy: ledger.adjustedBy,
      expiresAt: ledger.expiresAt,
      balance: ledger.balance,
      activityId: activities.activityId,
      activityName: activities.name,
    })
    .from(ledger)
    .leftJoin(activities, eq(activities.id, ledger.activityId))
    .where(
      and(
        ids && inArray(ledger.id, [...ids]),
        before &&
          sql`(${ledger.occurredAt}, ${ledger.id}) < (${before.at.toISOString()}::timestamptz, ${before.id}::bigint)`,
      ),
    )
    .orderBy(desc(ledger.occurredAt), desc(ledger.id))
    .limit(limit);
  return rows.map(({ activityId: operatorId, activityName, ...row }) => ({
    memberId: row.memberId,
    id: String(row.id),
    at: row.occurredAt.toISOString(),
    kind: KINDS[row.kind].kind,
    points: row.points * KINDS[row.kind].sign,
    balance: row.balance,
    activity: operatorId === null ? null : { id: operatorId, name: activityName ?? operatorId },
    reason: row.reason ?? REASONS[row.kind] ?? null,
    adjusted_by: row.adjustedBy && { ...row.adjustedBy },
    expires_on: row.expiresAt?.toISOString().slice(0, 10) ?? null,
  }));
}
