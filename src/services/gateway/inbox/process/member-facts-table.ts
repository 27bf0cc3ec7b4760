import { bigint, pgTable, primaryKey, text } from 'drizzle-orm/pg-core';
import { moment } from '#services/platform/database/columns.ts';

/** The newest member data from processed events; an older event never overwrites it. */
export const inboxMemberFacts = pgTable(
  'inbox_member_facts',
  {
    teamId: bigint('team_id', { mode: 'number' }).notNull(),
    memberId: text('member_id').notNull(),
    /** Of the event it is from; the tie-breaker for events of the same time. */
    sequence: bigint({ mode: 'number' }).notNull(),
    factsAt: moment('facts_at').notNull(),
    /** The event's member_info, as JSON. */
    memberInfo: text('member_info').notNull(),
  },
  (table) => [primaryKey({ columns: [table.teamId, table.memberId] })],
);
