import { eq, type SQL, sql } from 'drizzle-orm';
import { type MonthStatement, STATEMENT_MONTHS } from '#contract/points/points.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import {
  pointTransactions,
  type TransactionKind,
} from '#services/loyalty/points/point-transactions-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { pointMonthSums } from './month-sums-table.ts';

const MONTH_PARTS = 32;

type Movement = 'earned' | 'redeemed' | 'expired' | 'deducted' | 'adjusted';
const MOVEMENTS: readonly Movement[] = ['earned', 'redeemed', 'expired', 'deducted', 'adjusted'];

/** How transactions change the available points; those that aren't listed don't. */
const EFFECTS: Partial<Record<TransactionKind, { movement: Movement; sign: 1 | -1 }>> = {
  earned: { movement: 'earned', sign: 1 },
  approved: { movement: 'earned', sign: 1 },
  redeemed: { movement: 'redeemed', sign: -1 },
  expired: { movement: 'expired', sign: -1 },
  deducted: { movement: 'deducted', sign: -1 },
  added: { movement: 'adjusted', sign: 1 },
  removed: { movement: 'adjusted', sign: -1 },
};

interface Transaction {
  memberId: number;
  kind: TransactionKind;
  points: number;
}

/** Adds a transaction to its month, in the same database transaction. */
export async function addToMonth(
  tx: Queries,
  programId: number,
  { memberId, kind, points }: Transaction,
  at: Date,
): Promise<void> {
  const effect = EFFECTS[kind];
  if (!effect || points === 0) return;
  const { movement, sign } = effect;
  const { month, part } = pointMonthSums;
  await tx
    .insert(pointMonthSums)
    .values({
      programId,
      month: monthOf(at),
      part: memberId % MONTH_PARTS,
      [movement]: sign * points,
    })
    .onConflictDoUpdate({
      target: [pointMonthSums.programId, month, part],
      set: { [movement]: sql`${pointMonthSums[movement]} + ${sign * points}` },
    });
}

/** Sums up the ledger of a program whose transactions were inserted without `addToMonth`. */
export async function sumUpMonths(tx: Queries, programId: number): Promise<void> {
  const { kind, points, memberId, occurredAt } = pointTransactions;
  const sums = MOVEMENTS.map((movement) => {
    const cases = Object.entries(EFFECTS).flatMap(([name, effect]): SQL[] =>
      effect.movement === movement
        ? [sql`when ${kind} = ${name} then ${points} * ${sql.raw(String(effect.sign))}`]
        : [],
    );
    return sql`sum(case ${sql.join(cases, sql` `)} else 0 end)`;
  });
  await tx.delete(pointMonthSums).where(eq(pointMonthSums.programId, programId));
  await tx.execute(sql`
    insert into ${pointMonthSums} (program_id, month, part, ${sql.raw(MOVEMENTS.join(', '))})
    select ${programId}::bigint, to_char(${occurredAt} at time zone 'UTC', 'YYYY-MM'),
      ${memberId} % ${sql.raw(String(MONTH_PARTS))}, ${sql.join(sums, sql`, `)}
    from ${pointTransactions} join ${members} on ${members.id} = ${memberId}
    where ${members.programId} = ${programId}
    group by 2, 3`);
}

/** The last months of a program, oldest first, each with what it began and ended with. */
export async function listMonths(
  db: Queries,
  programId: number,
  now: Date,
): Promise<MonthStatement[]> {
  const months = Array.from({ length: STATEMENT_MONTHS }, (_, index) =>
    monthOf(new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - index, 1))),
  ).reverse();
  const first = months[0] as string;
  // Earlier months are one row, whose sum is what the first of these began with.
  const month = sql<string>`case when ${pointMonthSums.month} < ${first} then '' else ${pointMonthSums.month} end`;
  const sumOf = (movement: Movement) => sql`sum(${pointMonthSums[movement]})`.mapWith(Number);
  const rows = await db
    .select({
      month: month.as('of_month'),
      earned: sumOf('earned'),
      redeemed: sumOf('redeemed'),
      expired: sumOf('expired'),
      deducted: sumOf('deducted'),
      adjusted: sumOf('adjusted'),
    })
    .from(pointMonthSums)
    .where(eq(pointMonthSums.programId, programId))
    .groupBy(sql`of_month`);
  const byMonth = new Map(rows.map((row) => [row.month, row]));
  let closing = changeIn(byMonth.get(''));
  return months.map((each) => {
    const opening = closing;
    const movements = { ...NO_MOVEMENTS, ...byMonth.get(each) };
    closing += changeIn(movements);
    return { ...movements, month: each, opening, closing };
  });
}

const NO_MOVEMENTS: Record<Movement, number> = {
  earned: 0,
  redeemed: 0,
  expired: 0,
  deducted: 0,
  adjusted: 0,
};

const changeIn = (movements: Record<Movement, number> | undefined) =>
  MOVEMENTS.reduce((change, movement) => change + (movements?.[movement] ?? 0), 0);

const monthOf = (moment: Date) => moment.toISOString().slice(0, 7);
