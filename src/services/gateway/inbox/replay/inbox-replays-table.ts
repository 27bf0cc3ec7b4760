import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import type { INBOX_REPLAY_STATES } from '#contract/gateway/inbox-replays.ts';
import type { InboxEventRow } from '#services/gateway/inbox/inbox-events-table.ts';
import { idColumn, moment } from '#services/platform/database/columns.ts';

/** Replays of many events and their progress. */
export const inboxReplays = pgTable(
  'inbox_replays',
  {
    id: idColumn(),
    teamId: bigint('team_id', { mode: 'number' }).notNull(),
    /** The filters; null if it doesn't have one. `until` is exclusive. */
    since: moment('since'),
    until: moment('until'),
    eventType: text('event_type'),
    memberId: text('member_id'),
    eventState: text('event_state').$type<InboxEventRow['state']>(),
    /** Sequence of the last event it has processed. */
    afterSequence: bigint('after_sequence', { mode: 'number' }).notNull(),
    /** Sequence of the newest event at the start; later events are not replayed. */
    lastSequence: bigint('last_sequence', { mode: 'number' }).notNull(),
    total: integer().notNull(),
    replayed: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    state: text().$type<(typeof INBOX_REPLAY_STATES)[number]>().notNull(),
    startedAt: moment('started_at').notNull(),
    endedAt: moment('ended_at'),
  },
  (table) => [
    index('inbox_replays_team_index').on(table.teamId, table.id),
    index('inbox_replays_running_index').on(table.replayed).where(sql`${table.state} = 'running'`),
  ],
);
export type InboxReplayRow = typeof inboxReplays.$inferSelect;
