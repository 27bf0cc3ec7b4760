import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useEffect } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { membersKey } from '#console/features/members/members-queries.ts';
import { usePathParams } from '#console/lib/url/path-params.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { ItemStatePage } from '#console/shared/item-query.tsx';
import { jobsKey } from '#console/shared/jobs/job-keys.ts';
import { isActive, jobQuery } from '#console/shared/jobs/job-query.ts';
import { useLiveJobs } from '#console/shared/jobs/use-live-jobs.ts';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { Card } from '#console/ui/card.tsx';
import { Breakable } from '#console/ui/data/breakable.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import type { Job } from '#contract/gateway/job.ts';
import { asksForDates } from './import-labels.ts';
import { ImportProgress } from './import-progress.tsx';
import { ImportRows } from './import-rows.tsx';

const TITLE = 'Import members';

/** A file that was sent: what the check found, the progress of the import, and its result. */
export function MemberImportPage() {
  const teamId = useTeamId();
  const { jobId = '' } = usePathParams();
  const api = useApi();
  const queryClient = useQueryClient();
  const missingScope = useMissingScope('teams:read');
  useLiveJobs(teamId);
  const query = useQuery({
    ...jobQuery(api, teamId, jobId),
    enabled: missingScope === undefined && api.jobs !== undefined,
  });
  const job = query.data?.kind === 'import' ? query.data : undefined;
  // A file that was only checked has changed no members.
  const hasEnded = job !== undefined && !isActive(job) && job.started_at !== null;
  useEffect(() => {
    if (!hasEnded) return;
    void queryClient.invalidateQueries({ queryKey: membersKey(teamId) });
    void queryClient.invalidateQueries({ queryKey: [...jobsKey(teamId)], type: 'inactive' });
  }, [hasEnded, queryClient, teamId]);

  if (!job) {
    return (
      <ItemStatePage title={TITLE} query={query} item="import" missingScope={missingScope}>
        <EmptyState
          title="Import not found"
          action={<LinkButton to={paths.importMembers(teamId)}>Import members</LinkButton>}
        >
          <p>It may be older than 30 days, or belong to another team.</p>
        </EmptyState>
      </ItemStatePage>
    );
  }
  return (
    <PageStack>
      <PageHeader title={TITLE} description={<Breakable text={describeOrigin(job)} />} />
      <Card>
        <ImportProgress job={job} updatedAt={query.dataUpdatedAt} />
      </Card>
      {job.state !== 'checking' && !asksForDates(job) && <ImportRows job={job} />}
    </PageStack>
  );
}

/** "members.csv. Started by Ada Marsh." */
function describeOrigin(job: Job): string {
  return [
    ...(job.file_name === null ? [] : [`${job.file_name}.`]),
    `Started by ${job.created_by.name}.`,
    ...(isActive(job) ? ['You can leave this page; the import continues.'] : []),
  ].join(' ');
}
