import { sql } from 'drizzle-orm';
import { index, integer, pgTable, text } from 'drizzle-orm/pg-core';
import { idColumn, moment } from '#services/platform/database/columns.ts';
import type { Channel } from './transport.ts';

/** Messages to people: written with the change that causes them, delivered after. */
export const messages = pgTable(
  'messages',
  {
    id: idColumn(),
    channel: text().$type<Channel>().notNull(),
    /** An e-mail address, or a number in E.164. */
    to: text().notNull(),
    /** Only e-mail has one. */
    subject: text(),
    /** Encrypted, since codes stand in it; null once it is with the real transport, or given up. */
    text: text(),
    createdAt: moment('created_at').notNull(),
    /** Not tried any more from here on: a code that came later would be of no use. */
    expiresAt: moment('expires_at').notNull(),
    sentAt: moment('sent_at'),
    attempts: integer().notNull().default(0),
    /** Null when there is nothing left to do. While it is being sent: when its claim ends. */
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
