import { sql } from 'drizzle-orm';
import {
  bigint,
  index,
  integer,
  jsonb,
  pgTable,
  primaryKey,
  text,
  uniqueIndex,
} from 'drizzle-orm/pg-core';
import type { JobKind, JobReason, JobState } from '#contract/gateway/job.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import { idColumn, moment } from '#services/platform/database/columns.ts';

/** Jobs, shared by all processes with `claims.ts`; erased together with the loyalty connection. */
export const gatewayJobs = pgTable(
  'gateway_jobs',
  {
    id: idColumn(),
    teamId: bigint('team_id', { mode: 'number' })
      .notNull()
      .references(() => loyaltyConnections.teamId, { onDelete: 'cascade' }),
    kind: text().$type<JobKind>().notNull(),
    state: text().$type<JobState>().notNull(),
    userId: text('user_id').notNull(),
    userName: text('user_name').notNull(),
    /** The name of an import's file, null if the client sent none, or what the file of an export is called. */
    fileName: text('file_name'),
    createdAt: moment('created_at').notNull(),
    startedAt: moment('started_at'),
    endedAt: moment('ended_at'),
    /** JSON of the contract's `change`. */
    change: text(),
    /** The columns of a CSV file: those of an import, or those of an export once they are known. */
    columns: text().array(),
    /** The last row that an export or a check has worked on. */
    position: integer().notNull().default(0),
    total: integer().notNull().default(0),
    done: integer().notNull().default(0),
    failed: integer().notNull().default(0),
    /** Rows by their result, kept by a trigger of migration 0064; null in jobs of versions without it. */
    changed: integer().default(0),
    skipped: integer().default(0),
    /** Rows that an undo would give back; kept like `changed`. */
    undoableRows: integer('undoable_rows').default(0),
    /** Kept like `changed`. The most frequent ones. */
    reasons: jsonb().$type<JobReason[]>().default([]),
    /** JSON of the contract's `summary`. */
    summary: text().notNull().default('{}'),
    error: text(),
    undoneBy: bigint('undone_by', { mode: 'number' }),
    /** Counts its changes, for the stream. */
    revision: integer().notNull().default(0),
    changedAt: moment('changed_at').notNull(),
    attempts: integer().notNull().default(0),
    /** Null unless it is being checked or running, a batch was in progress when it was canceled, or it starts later. */
    nextAttemptAt: moment('next_attempt_at'),
    lastError: text('last_error'),
  },
  (table) => [
    index('gateway_jobs_team_index').on(table.teamId, table.id),
    index('gateway_jobs_changed_index').on(table.teamId, table.changedAt),
    index('gateway_jobs_due_index').on(table.nextAttemptAt),
    // One at a time, so that a team's jobs don't compete for its loyalty service.
    uniqueIndex('gateway_jobs_running_unique')
      .on(table.teamId)
      .where(sql`${table.state} = 'running'`),
  ],
);
export type GatewayJob = typeof gatewayJobs.$inferSelect;

/** The members that a job changes, or the rows of an imported file. */
export const gatewayJobRows = pgTable(
  'gateway_job_rows',
  {
    jobId: bigint('job_id', { mode: 'number' })
      .notNull()
      .references(() => gatewayJobs.id, { onDelete: 'cascade' }),
    /** From 1. */
    position: integer().notNull(),
    /** The service ID of the member that an imported row was found to change, or that it added; null if there is none. */
    serviceId: text('service_id'),
    memberId: text('member_id').notNull(),
    /** JSON array of an imported row's cells. */
    cells: text(),
    /** JSON of the member's values that the row changes, by column; those of an import as they were at the check. */
    before: text(),
    /** JSON of the same values after the row. */
    after: text(),
    /** The name of a member that the row deleted; the directory has the others. */
    name: text(),
    /** JSON of the change of this member by an undo; null if it is the job's. */
    change: text(),
    /** JSON of the change that undoes this row. */
    undo: text(),
    outcome: text().$type<'create' | 'update' | 'same' | 'invalid'>(),
    /** Digests of the email address and the phone number that an imported row gives its member. */
    emailDigest: text('email_digest'),
    phoneDigest: text('phone_digest'),
    state: text().$type<'pending' | 'done' | 'failed' | 'skipped'>().notNull(),
    /** JSON array of the contract's `reasons`. */
    reasons: text(),
    /** The first of them without values of this row, to count rows by it. */
    reason: text(),
    /** Attempts that the service failed. */
    attempts: integer().notNull().default(0),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.position] }),
    // For the first row of a member.
    index('gateway_job_rows_member_index').on(table.jobId, table.memberId, table.position),
    // For the first row with a contact.
    index('gateway_job_rows_email_index')
      .on(table.jobId, table.emailDigest, table.position)
      .where(sql`${table.emailDigest} is not null`),
    index('gateway_job_rows_phone_index')
      .on(table.jobId, table.phoneDigest, table.position)
      .where(sql`${table.phoneDigest} is not null`),
    // Each row is in one of them: they find the rows of a member in all jobs.
    index('gateway_job_rows_service_id_index')
      .on(table.serviceId)
      .where(sql`${table.serviceId} is not null`),
    index('gateway_job_rows_imported_index')
      .on(table.memberId)
      .where(sql`${table.serviceId} is null`),
    index('gateway_job_rows_pending_index')
      .on(table.jobId, table.attempts, table.position)
      .where(sql`${table.state} = 'pending'`),
  ],
);
export type GatewayJobRow = typeof gatewayJobRows.$inferSelect;

/** The parts of an export: their members, then their text. */
export const gatewayJobChunks = pgTable(
  'gateway_job_chunks',
  {
    jobId: bigint('job_id', { mode: 'number' })
      .notNull()
      .references(() => gatewayJobs.id, { onDelete: 'cascade' }),
    /** The position of its last row. */
    position: integer().notNull(),
    /** Once there is a text: of its lines, in their order. */
    serviceIds: text('service_ids').array().notNull(),
    /** Null until its members have been read. */
    text: text(),
    /** How many columns the text has; later parts may have more. */
    columns: integer(),
  },
  (table) => [
    primaryKey({ columns: [table.jobId, table.position] }),
    index('gateway_job_chunks_service_ids_index').using('gin', table.serviceIds),
  ],
);
