import * as z from 'zod/mini';
import { cursorFields, cursorSearch } from '#console/lib/url/cursor-search.ts';
import { paths } from '#console/paths.ts';
import type { AuditEvent } from '#contract/audit/audit-events.ts';
import { instantSchema } from '#contract/instant.ts';

const text = z.catch(z.optional(z.string().check(z.trim(), z.minLength(1))), undefined);
const instant = z.catch(z.optional(instantSchema), undefined);

export const auditSearch = cursorSearch(
  z.object({
    q: text,
    actor: text,
    action: text,
    /** The kind of thing that was changed, such as `member`, `account` or `domain`. */
    subject_type: text,
    subject_id: text,
    /** `all` for each member that jobs changed; the ID of a job, or `none`. */
    job: text,
    since: instant,
    until: instant,
    ...cursorFields,
  }),
);

export type AuditView = ReturnType<typeof auditSearch.parse>;
export type AuditFilters = Pick<
  AuditView,
  'q' | 'actor' | 'action' | 'subject_type' | 'subject_id' | 'job' | 'since' | 'until'
>;

export const NO_FILTERS: AuditFilters = {
  q: undefined,
  actor: undefined,
  action: undefined,
  subject_type: undefined,
  subject_id: undefined,
  job: undefined,
  since: undefined,
  until: undefined,
};

export function auditFilters(filters: AuditFilters) {
  const { q, actor, action, subject_type, subject_id, job, since, until } = filters;
  return { q, actor, action, subject_type, subject_id, job, since, until };
}

/** The log with all changes by someone. */
export function changesBy(teamId: string, { kind, id }: AuditEvent['actor']): string {
  return `${paths.auditLog(teamId)}?${new URLSearchParams({ actor: `${kind}:${id}` })}`;
}

/** The log with all changes of an item; with those of each member for a job. */
export function changesOf(
  teamId: string,
  { type, id }: Pick<AuditEvent['subject'], 'type' | 'id'>,
): string {
  return `${paths.auditLog(teamId)}?${new URLSearchParams({ subject_type: type, subject_id: id })}`;
}
