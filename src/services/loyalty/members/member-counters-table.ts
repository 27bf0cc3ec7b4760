import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { programs } from '#services/loyalty/programs/programs-table.ts';
import type { MemberStatus } from './members-table.ts';

/** Number of members by status; the total of lists without other filters. */
export const memberCounters = pgTable(
  'loyalty_member_counters',
  {
    programId: bigint('program_id', { mode: 'number' })
      .notNull()
      .references(() => programs.id, { onDelete: 'cascade' }),
    status: text().$type<MemberStatus>().notNull(),
    total: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.programId, table.status] })],
);
