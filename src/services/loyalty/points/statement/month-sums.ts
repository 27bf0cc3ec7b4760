import { eq, sql } from 'drizzle-orm';
import { type MonthStatement, STATEMENT_MONTHS } from '#contract/points/points.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { pointMonthSums } from './month-sums-table.ts';

type Movement = 'earned' | 'redeemed' | 'expired' | 'deducted' | 'adjusted';
const MOVEMENTS: readonly Movement[] = ['earned', 'redeemed', 'expired', 'deducted', 'adjusted'];

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
