import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import { type CursorPage, cursorPage } from '#console/api/lists/cursor-page.ts';
import { placeholderPage } from '#console/lib/placeholder-page.ts';
import {
  AUDIT_TOTAL_MAX,
  type AuditEvent,
  listAuditEvents,
  undoRequestId,
} from '#contract/audit/audit-events.ts';
import { type AuditView, auditFilters, auditSearch } from './filter/audit-view.ts';

/** Members of a job that its entry lists. */
const JOB_MEMBERS = 10;

/** One page of a team's audit log. Shows the previous page while it loads. */
export function auditQuery(audit: Client, teamId: string, view: AuditView) {
  return queryOptions({
    queryKey: ['teams', teamId, 'audit', view] as const,
    queryFn: async ({ signal }): Promise<CursorPage<AuditEvent>> => {
      const response = await audit.request(listAuditEvents, {
        params: { team_id: teamId },
        query: { ...auditFilters(view), start_cursor: view.cursor, count: view.count },
        signal,
      });
      const page = cursorPage(response, view);
      return response.total < AUDIT_TOTAL_MAX ? page : { ...page, total: undefined };
    },
    placeholderData: (page) => placeholderPage(page, page?.rows),
  });
}

/** One event of the log, on whatever page it is; null if it doesn't exist. */
export function auditEventQuery(audit: Client, teamId: string, eventId: string) {
  return queryOptions({
    queryKey: ['teams', teamId, 'audit', 'one', eventId] as const,
    queryFn: async ({ signal }): Promise<AuditEvent | null> => {
      if (!/^\d{1,14}$/.test(eventId)) return null;
      const response = await audit.request(listAuditEvents, {
        params: { team_id: teamId },
        // The cursor is the ID below which a page begins.
        query: { job: 'all', start_cursor: String(Number(eventId) + 1), count: 1 },
        signal,
      });
      return response.data.find(({ id }) => id === eventId) ?? null;
    },
  });
}

/** The first members that a job changed, and how many there are. */
export function jobMembersQuery(audit: Client, teamId: string, jobId: string) {
  return queryOptions({
    queryKey: ['teams', teamId, 'audit', 'job', jobId] as const,
    queryFn: async ({ signal }) => {
      const params = { team_id: teamId };
      const query = { job: jobId, count: JOB_MEMBERS };
      const { data, total } = await audit.request(listAuditEvents, { params, query, signal });
      return { events: data, total };
    },
  });
}

/** The event that undid this one; null if none did. */
export function undoingEventQuery(
  audit: Client | undefined,
  teamId: string,
  { id, subject }: AuditEvent,
) {
  return queryOptions({
    queryKey: ['teams', teamId, 'audit', 'undo', id] as const,
    queryFn: audit
      ? async ({ signal }): Promise<AuditEvent | null> => {
          const { type, id: subjectId } = subject;
          const response = await audit.request(listAuditEvents, {
            params: { team_id: teamId },
            query: {
              request_id: undoRequestId(id),
              subject_type: type,
              subject_id: subjectId,
              count: 1,
            },
            signal,
          });
          return response.data[0] ?? null;
        }
      : skipToken,
  });
}

export const auditLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' }, request }) => {
    const view = auditSearch.parse(new URL(request.url).searchParams);
    if (api.audit) void queryClient.prefetchQuery(auditQuery(api.audit, teamId, view));
    return null;
  };
