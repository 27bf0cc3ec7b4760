import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { accounts } from '#services/advocacy/accounts/accounts-table.ts';
import { teams } from '#services/advocacy/teams/teams-table.ts';
import { idColumn, moment } from '#services/platform/database/columns.ts';

export const EXPIRY_STAGES = ['expired', '3_days', '14_days'] as const;
export type ExpiryStage = (typeof EXPIRY_STAGES)[number];

/** Emails about accounts that expire: one for each account, date and stage. */
export const expiryNotices = pgTable(
  'expiry_notices',
  {
    id: idColumn(),
    accountId: bigint('account_id', { mode: 'number' })
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    teamId: bigint('team_id', { mode: 'number' })
      .notNull()
      .references(() => teams.id, { onDelete: 'cascade' }),
    /** The date that the email is about. */
    expiresAt: moment('expires_at').notNull(),
    stage: text().$type<ExpiryStage>().notNull(),
    attempts: integer().notNull().default(0),
    /** Null if done. During an attempt: when the lease ends. */
    nextAttemptAt: moment('next_attempt_at'),
    lastError: text('last_error'),
  },
  (table) => [
    unique('expiry_notices_once_unique').on(table.accountId, table.expiresAt, table.stage),
    index('expiry_notices_due_index')
      .on(table.nextAttemptAt)
      .where(sql`${table.nextAttemptAt} is not null`),
  ],
);
