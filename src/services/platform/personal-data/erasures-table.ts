import { sql } from 'drizzle-orm';
import { bigint, index, integer, jsonb, pgTable, text, unique } from 'drizzle-orm/pg-core';
import { idColumn, moment } from '#services/platform/database/columns.ts';
import type { DataSubject } from './personal-data.ts';

/** Erasures of members: work to do, then receipts without personal data. */
export const erasures = pgTable(
  'erasures',
  {
    id: idColumn(),
    receipt: text().notNull(),
    /** The team that asked for it; null if it was due. No reference: receipts outlive teams. */
    teamId: bigint('team_id', { mode: 'number' }),
    /** Null once it is erased, and when it has to be found again after an older backup was restored. */
    subject: jsonb().$type<DataSubject>(),
    /** SHA-256 of the loyalty service's ids, by which a restored member is found again. */
    digests: text().array().notNull(),
    /** Keyed digests of the member's ids in its program, by which late events are recognized. */
    memberDigests: text('member_digests').array().notNull().default([]),
    /** Texts elsewhere that named the member when it was erased; null if nobody asked for the erasure. */
    mentions: integer(),
    erased: jsonb().$type<Record<string, number>>().notNull().default({}),
    remaining: text().array().notNull().default([]),
    requestedAt: moment('requested_at').notNull(),
    erasedAt: moment('erased_at'),
    attempts: integer().notNull().default(0),
    /** Null once it is erased. */
    nextAttemptAt: moment('next_attempt_at'),
    lastError: text('last_error'),
  },
  (table) => [
    unique('erasures_receipt_unique').on(table.receipt),
    index('erasures_member_digests_index').using('gin', table.memberDigests),
    index('erasures_due_index')
      .on(table.nextAttemptAt)
      .where(sql`${table.nextAttemptAt} is not null`),
  ],
);
export type ErasureRow = typeof erasures.$inferSelect;
