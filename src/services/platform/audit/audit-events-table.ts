import { sql } from 'drizzle-orm';
import { bigint, index, jsonb, type PgColumn, pgTable, text } from 'drizzle-orm/pg-core';
import type { Actor } from '#services/platform/context.ts';
import { idColumn, moment } from '#services/platform/database/columns.ts';

/**
 * One changed field. Secrets never appear; a secret that changed has neither value. `before` is left
 * out where it is not known.
 */
export type AuditChange = {
  field: string;
  before?: unknown;
  after: unknown;
};

/** Fields whose value is a member's ID, or a list of them. */
export const MEMBER_ID_FIELDS = ['referrer', 'member', 'member_id', 'member_ids', 'memberId'];

/** The changes of an event whose value is a member's ID, which are indexed. */
export const memberChanges = (changes: PgColumn) => {
  const conditions = MEMBER_ID_FIELDS.map((field) => `@.field == "${field}"`).join(' || ');
  return sql`jsonb_path_query_array(${changes}, ${sql.raw(`'$[*] ? (${conditions})'`)})`;
};

/** Changes through Patron, each written in the transaction of its change (decisions.md, 47). */
export const auditEvents = pgTable(
  'audit_events',
  {
    id: idColumn(),
    at: moment('at').notNull().defaultNow(),
    actorKind: text('actor_kind').$type<Actor['kind']>().notNull(),
    actorId: text('actor_id').notNull(),
    actorName: text('actor_name').notNull(),
    /** The subject's type and a verb, such as `domain.create`. */
    action: text().notNull(),
    subjectType: text('subject_type').notNull(),
    subjectId: text('subject_id').notNull(),
    subjectName: text('subject_name').notNull(),
    /** The ID of a member in the loyalty service, which is never used again; null if it isn't known. */
    subjectServiceId: text('subject_service_id'),
    changes: jsonb().$type<AuditChange[]>().notNull(),
    requestId: text('request_id'),
    ip: text(),
    /** The browser, of events of a user's security. */
    userAgent: text('user_agent'),
    /** The team that the change belongs to, if any. No reference: events outlive what they name. */
    teamId: bigint('team_id', { mode: 'number' }),
    /** The loyalty program that the change belongs to; teams connected to it see the event. */
    partnerId: text('partner_id'),
    /** The user whose security the event is about. */
    userId: bigint('user_id', { mode: 'number' }),
  },
  (table) => [
    index('audit_events_team_index').on(table.teamId, table.id),
    index('audit_events_program_index').on(table.partnerId, table.id),
    index('audit_events_user_index').on(table.userId, table.id),
    index('audit_events_subject_index').on(table.subjectType, table.subjectId, table.id),
    index('audit_events_service_id_index')
      .on(table.subjectServiceId)
      .where(sql`${table.subjectServiceId} is not null`),
    index('audit_events_member_changes_index').using('gin', memberChanges(table.changes)),
    index('audit_events_request_index').on(table.requestId, table.id),
    index('audit_events_time_index').on(table.at),
  ],
);
export type AuditEventRow = typeof auditEvents.$inferSelect;
