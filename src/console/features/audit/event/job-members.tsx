import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { Client } from '#console/api/client.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { jobMembersQuery } from '#console/features/audit/audit-queries.ts';
import { changesOf } from '#console/features/audit/filter/audit-view.ts';
import { findSameNames } from '#console/features/audit/sentence/audit-event-labels.ts';
import { EventSentence } from '#console/features/audit/sentence/event-sentence.tsx';
import { formatCount } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { ErrorState } from '#console/ui/page/list-states.tsx';
import { PanelSection } from '#console/ui/page/panel-section.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { AUDIT_TOTAL_MAX } from '#contract/audit/audit-events.ts';
import styles from './event-details.module.css';

/** The latest members that a job changed, each with its own entry. */
export function JobMembers({ audit, jobId }: { readonly audit: Client; readonly jobId: string }) {
  const teamId = useTeamId();
  const { data, error, isFetching, refetch } = useQuery(jobMembersQuery(audit, teamId, jobId));
  const loadError = data ? undefined : toUserFacingError(error, "Couldn't load the members");
  const sameNames = findSameNames(data?.events ?? []);
  if (data?.total === 0) return null;
  return (
    <PanelSection title="Members">
      {loadError ? (
        <ErrorState error={loadError} retrying={isFetching} onRetry={() => void refetch()} />
      ) : data ? (
        <>
          <ul className={styles.members}>
            {data.events.map((event) => (
              <li key={event.id}>
                <Link to={paths.auditEvent(teamId, event.id)} className={styles.member}>
                  <EventSentence event={event} showsId={sameNames.has(event.id)} />
                </Link>
              </li>
            ))}
          </ul>
          <Link to={changesOf(teamId, { type: 'job', id: jobId })}>
            {data.total < AUDIT_TOTAL_MAX
              ? `All ${formatCount(data.total, 'change')} of this job`
              : 'All changes of this job'}
          </Link>
        </>
      ) : (
        <Skeleton height={120} />
      )}
    </PanelSection>
  );
}
