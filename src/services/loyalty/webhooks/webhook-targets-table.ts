import { bigint, boolean, index, integer, jsonb, pgTable, text } from 'drizzle-orm/pg-core';
import { programs } from '#services/loyalty/programs/programs-table.ts';
import { idColumn, moment } from '#services/platform/database/columns.ts';

/** URLs to which a program's events are sent. */
export const webhookTargets = pgTable(
  'loyalty_webhook_targets',
  {
    id: idColumn(),
    programId: bigint('program_id', { mode: 'number' })
      .notNull()
      .references(() => programs.id, { onDelete: 'cascade' }),
    url: text().notNull(),
    /** The signing key, encrypted with `webhookSecretContext`. */
    encryptedSecret: text('encrypted_secret').notNull(),
    /** The last signing key, with which requests are also signed until `previousSecretUntil`. */
    previousEncryptedSecret: text('previous_encrypted_secret'),
    previousSecretUntil: moment('previous_secret_until'),
    /** The signing key that takes the place of the one in force at `nextSecretAt`, encrypted like it. */
    nextEncryptedSecret: text('next_encrypted_secret'),
    nextSecretAt: moment('next_secret_at'),
    /** Null for all types. */
    eventTypes: jsonb('event_types').$type<string[]>(),
    createdAt: moment('created_at').notNull().defaultNow(),
    /** Set while the webhook is paused. */
    disabledAt: moment('disabled_at'),
    /**
     * While the webhook is paused, it misses the events whose position is higher. The database sets it, for
     * processes of every version.
     */
    pausedPosition: bigint('paused_position', { mode: 'number' }),
    /** Since the first failed attempt after the last success; null after one. */
    failingSince: moment('failing_since'),
    /** Emails to the administrators since then. */
    failureEmails: integer('failure_emails').notNull().default(0),
    failureEmailedAt: moment('failure_emailed_at'),
    /** It was paused because of failures: a successful test resumes it. */
    isPausedByFailures: boolean('is_paused_by_failures').notNull().default(false),
  },
  (table) => [index('loyalty_webhook_targets_program_index').on(table.programId)],
);
