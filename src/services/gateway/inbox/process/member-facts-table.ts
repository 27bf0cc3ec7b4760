import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '#services/platform/database/columns.ts';

/** The newest that processed events said of each member; an older event never overwrites it. */
export const inboxMemberFacts = pgTable(
  'inbox_member_facts',
  {
    teamId: bigint('team_id', { mode: 'number' }).notNull(),
    memberId: text('member_id').notNull(),
    /** The event that said it: its sequence decides between two of the same time. */
    sequence: bigint({ mode: 'number' }).notNull(),
    factsAt: moment('facts_at').notNull(),
    /** The event's member_info, in JSON. */
    memberInfo: text('member_info').notNull(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.memberId] })],
);
