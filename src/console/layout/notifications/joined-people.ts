import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import { type AuditEvent, listAuditEvents } from '#contract/audit/audit-events.ts';

const WINDOW_MS = 7 * 86_400_000;
const MAX_EVENTS = 10;
const REFRESH_MS = 60_000;

/**
 * The latest accepted invitations to a team, for its administrators, who send them.
 *
 * @param audit see `useReadableAudit`
 */
export function joinedPeopleQuery(audit: Client | undefined, teamId: string) {
  return queryOptions({
    queryKey: ['teams', teamId, 'audit', 'joined'],
    queryFn: audit
      ? async ({ signal }): Promise<readonly AuditEvent[]> => {
          const since = new Date(Date.now() - WINDOW_MS).toISOString();
          const { data } = await audit.request(listAuditEvents, {
            params: { team_id: teamId },
            query: { action: 'invitation.accept', since, count: MAX_EVENTS },
            signal,
          });
          return data;
        }
      : skipToken,
    refetchInterval: REFRESH_MS,
  });
}

/** Says who accepted an invitation, and their role unless they were on the team already. */
export function joinedLabels({ actor, subject, changes }: AuditEvent): {
  readonly title: string;
  readonly detail: string | undefined;
} {
  const role = changes.find(({ field }) => field === 'role')?.after;
  return {
    title: `${actor.name || subject.name} accepted the invitation to the team`,
    detail: typeof role === 'string' ? `Their role is ${role}.` : undefined,
  };
}
