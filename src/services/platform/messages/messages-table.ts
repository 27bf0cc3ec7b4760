import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { idColumn, moment } from '#services/platform/database/columns.ts';
import type { Channel } from './transport.ts';

/** Messages to users, written in the transaction that causes them and delivered afterwards. */
export const messages = pgTable(
  'messages',
  {
    id: idColumn(),
    channel: text().$type<Channel>().notNull(),
    /** An email address, or a number in E.164. */
    to: text().notNull(),
    /** Only for email. */
    subject: text(),
    /** Encrypted, because it may contain codes; null once sent by a real transport or expired. */
    text: text(),
    createdAt: moment('created_at').notNull(),
    /** No attempts after this time: a code would be useless by then. */
    expiresAt: moment('expires_at').notNull(),
    sentAt: moment('sent_at'),
    attempts: integer().notNull().default(0),
    /** Null if done. During an attempt: when the lease ends. */
    nextAttemptAt: moment('next_attempt_at'),
    lastError: text('last_error'),
  },
  (table) => [
    index('messages_due_index')
      .on(table.nextAttemptAt)
      .where(sql`${table.nextAttemptAt} is not null`),
    index('messages_recipient_index').on(table.to),
  ],
);
