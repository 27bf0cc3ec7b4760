import { bigint, date, index, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import type { MemberStatus } from '#services/loyalty/members/members-table.ts';
import { programs } from '#services/loyalty/programs/programs-table.ts';

// Triggers keep these counters (docs/decisions/platform/derived-figures.md).

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

/** Number of members by status and day of enrollment; the totals of lists that are filtered by it alone. */
export const memberDayCounters = pgTable(
  'loyalty_member_day_counters',
  {
    programId: bigint('program_id', { mode: 'number' })
      .notNull()
      .references(() => programs.id, { onDelete: 'cascade' }),
    status: text().$type<MemberStatus>().notNull(),
    /** In UTC. */
    day: date({ mode: 'string' }).notNull(),
    total: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [primaryKey({ columns: [table.programId, table.status, table.day] })],
);

/**
 * Number of members by status and set of tags; the totals of lists that are filtered by tags. Members
 * without tags are not in it.
 */
export const memberTagCounters = pgTable(
  'loyalty_member_tag_counters',
  {
    programId: bigint('program_id', { mode: 'number' })
      .notNull()
      .references(() => programs.id, { onDelete: 'cascade' }),
    status: text().$type<MemberStatus>().notNull(),
    /** Identifies the set of tags, which can be too long for a key. */
    tagsDigest: text('tags_digest').notNull(),
    tags: text().array().notNull(),
    total: bigint({ mode: 'number' }).notNull(),
  },
  (table) => [
    primaryKey({ columns: [table.programId, table.status, table.tagsDigest] }),
    // For programs with as many sets of tags as members.
    index('loyalty_member_tag_counters_tags_index').using('gin', table.tags),
  ],
);
