import * as z from 'zod/mini';
import { cursorListOf, cursorParameters } from '#contract/cursor-list.ts';
import { defineEndpoint } from '#contract/endpoint.ts';
import { instantSchema } from '#contract/instant.ts';
import { strictQuery, timestampSchema } from '#contract/json-api.ts';
import { openEnum } from '#contract/open-enum.ts';
import { ID_MAX_LENGTH, text } from '#contract/text.ts';

export const actorSchema = z.looseObject({
  kind: openEnum(['user', 'client', 'command', 'system']),
  id: z.string(),
  name: z.string(),
});

/** One change, or one event of a user's security (decisions.md, 47). */
export const auditEventSchema = z.looseObject({
  id: z.string(),
  at: timestampSchema,
  actor: actorSchema,
  /** The subject's type and a verb, such as `domain.create`. */
  action: z.string(),
  subject: z.looseObject({ type: z.string(), id: z.string(), name: z.string() }),
  /** Changed secrets are not listed. Without `before` the old value is unknown. */
  changes: z.array(
    z.looseObject({ field: z.string(), before: z.optional(z.unknown()), after: z.unknown() }),
  ),
  request_id: z.nullable(z.string()),
  ip: z.nullable(z.string()),
  /** The browser, of events of a user's security. */
  user_agent: z.optional(z.string()),
});
export type AuditEvent = z.output<typeof auditEventSchema>;

/** The `request_id` of changes that a job makes. */
export const jobRequestId = (jobId: number | string) => `member-job-${jobId}`;

/**
 * The job that made a change; undefined if it was made otherwise. A client can choose this ID for its
 * request, but then the change has an address.
 */
export function jobIdOf({ request_id: requestId, ip }: AuditEvent): string | undefined {
  return ip === null ? /^member-job-(\d+)$/.exec(requestId ?? '')?.[1] : undefined;
}

/** The `request_id` of a request that undoes the change of an event. */
export const undoRequestId = (eventId: string) => `undo-of-${eventId}`;

/** The event whose change was undone by this one, of the same subject; undefined if it is no undo. */
export function undoneEventId({ request_id: requestId }: AuditEvent): string | undefined {
  return /^undo-of-(\d+)$/.exec(requestId ?? '')?.[1];
}

const LIST_MAX_LENGTH = 1024;
const SEARCH_MAX_LENGTH = 100;

export const auditFilters = {
  /** An id, or a kind and an id such as `user:5`. */
  actor: z.optional(text(ID_MAX_LENGTH)),
  /** One or more actions, separated by commas. */
  action: z.optional(text(LIST_MAX_LENGTH)),
  subject_type: z.optional(text(ID_MAX_LENGTH)),
  /** With the type `job` also its changes of members. */
  subject_id: z.optional(text(ID_MAX_LENGTH)),
  /**
   * Words in the names of the subject, the actor or a changed field, in the action or the subject's ID, a request
   * ID, or an IP address.
   */
  q: z.optional(text(SEARCH_MAX_LENGTH)),
  /** Made by the request with this ID. */
  request_id: z.optional(text(ID_MAX_LENGTH)),
  /**
   * Only the changes of members by the job with this ID, or with `none` or `all` of those of jobs. Without it,
   * a list that is filtered neither by action nor by one subject leaves them out: it has one entry for each
   * job.
   */
  job: z.optional(
    text(ID_MAX_LENGTH).check(
      z.regex(/^(none|all|\d{1,15})$/, { error: 'Must be the ID of a job, none or all' }),
    ),
  ),
  /** At or after `since`, and before `until`. */
  since: z.optional(instantSchema),
  until: z.optional(instantSchema),
};

/** The largest `total` of a list of events; there may be more. */
export const AUDIT_TOTAL_MAX = 10_000;

/** For administrators of the team. The path with `.csv` returns all that match as CSV. */
export const listAuditEvents = defineEndpoint({
  id: 'listAuditEvents',
  method: 'GET',
  path: '/teams/:team_id/audit-events',
  tag: 'Audit log',
  query: strictQuery({ ...auditFilters, ...cursorParameters }),
  response: cursorListOf(auditEventSchema),
  scope: 'teams:read',
  firstParty: true,
});
export const AUDIT_CSV_PATH = `${listAuditEvents.path}.csv`;
export const auditCsvQuery = strictQuery(auditFilters);

/** The path is relative to the account API's base URL. */
export const listSecurityEvents = defineEndpoint({
  id: 'listSecurityEvents',
  method: 'GET',
  path: '/security-events',
  tag: 'Account',
  query: strictQuery(cursorParameters),
  response: cursorListOf(auditEventSchema),
  scope: 'identity',
  firstParty: true,
});
