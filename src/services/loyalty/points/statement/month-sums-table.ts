import { bigint, pgTable, primaryKey, smallint, text } from 'drizzle-orm/pg-core';
import { programs } from '#services/loyalty/programs/programs-table.ts';

const points = () => bigint({ mode: 'number' }).notNull().default(0);

/**
 * The ledger summed up by month (docs/decisions/loyalty/points-statement.md), by triggers. Several rows a month,
 * so that members whose points change at the same time seldom wait for each other. What was lost is negative.
 */
export const pointMonthSums = pgTable(
  'loyalty_point_month_sums',
  {
    programId: bigint('program_id', { mode: 'number' })
      .notNull()
      .references(() => programs.id, { onDelete: 'cascade' }),
    /** In UTC, as `YYYY-MM`. */
    month: text().notNull(),
    /** Which of the rows of the month: the member's id modulo 32. */
    part: smallint().notNull(),
    earned: points(),
    redeemed: points(),
    expired: points(),
    deducted: points(),
    adjusted: points(),
  },
  (table) => [primaryKey({ columns: [table.programId, table.month, table.part] })],
);
