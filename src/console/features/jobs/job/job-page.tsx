import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { JobState, jobTone } from '#console/features/jobs/job-columns.tsx';
import { useJobActions } from '#console/features/jobs/use-job-actions.tsx';
import { usePathParams } from '#console/lib/url/path-params.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { ItemStatePage } from '#console/shared/item-query.tsx';
import { changeReason, jobName } from '#console/shared/jobs/job-labels.ts';
import { jobQuery } from '#console/shared/jobs/job-query.ts';
import { jobSentence } from '#console/shared/jobs/job-sentence.ts';
import { UndoJobDialog } from '#console/shared/jobs/undo-job.tsx';
import { useLiveJobs } from '#console/shared/jobs/use-live-jobs.ts';
import { useTierNamesById } from '#console/shared/members/tier-names.ts';
import { Button } from '#console/ui/button/button.tsx';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { FactLine } from '#console/ui/data/fact-line.tsx';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import type { Job } from '#contract/gateway/job.ts';
import { JobRows } from './job-rows.tsx';
import { JobSummary } from './job-summary.tsx';

/** One job: what it did in a sentence, who started it and why, and what became of each member. */
export function JobPage() {
  const teamId = useTeamId();
  const { jobId = '' } = usePathParams();
  const api = useApi();
  const missingScope = useMissingScope('teams:read');
  useLiveJobs(teamId);
  const query = useQuery({
    ...jobQuery(api, teamId, jobId),
    enabled: missingScope === undefined && api.jobs !== undefined,
  });
  if (query.data) return <LoadedJob job={query.data} updatedAt={query.dataUpdatedAt} />;
  return (
    <ItemStatePage title="Job" query={query} item="job" missingScope={missingScope}>
      <EmptyState
        title="Job not found"
        action={<LinkButton to={paths.jobs(teamId)}>See all jobs</LinkButton>}
      >
        <p>It may be older than 30 days, or belong to another team.</p>
      </EmptyState>
    </ItemStatePage>
  );
}

interface LoadedJobProps {
  readonly job: Job;
  readonly updatedAt: number;
}

function LoadedJob({ job, updatedAt }: LoadedJobProps) {
  const teamId = useTeamId();
  const [isUndoing, setIsUndoing] = useState(false);
  const change = (job.summary.change ?? {}) as Record<string, unknown>;
  const { filter } = job.summary;
  const tierNames = useTierNamesById(
    [filter?.tier, filter?.tier_not, change.tier_id].some((tier) => tier !== undefined),
  );
  const actions = useJobActions(job, () => setIsUndoing(true));
  const undo = useQuery({
    ...jobQuery(useApi(), teamId, job.undone_by ?? ''),
    enabled: job.undone_by !== null,
  });
  const isWaiting = job.state === 'checked';
  return (
    <PageStack>
      <PageHeader
        title={jobSentence(job, tierNames)}
        description={<JobFacts job={job} />}
        actions={
          <>
            {actions.map(({ label, icon, isPending, disabledReason, onSelect }) => (
              <Button
                key={label}
                icon={icon}
                loading={isPending}
                disabledReason={disabledReason}
                onClick={onSelect}
              >
                {label}
              </Button>
            ))}
            {job.kind === 'import' && (
              <LinkButton
                to={paths.memberImport(teamId, job.id)}
                {...(isWaiting && { variant: 'primary' })}
              >
                {isWaiting ? 'Review' : 'View file'}
              </LinkButton>
            )}
          </>
        }
      />
      <Card>
        <CardSection>
          {job.error !== null && jobTone(job) === 'broken' && (
            <ErrorNotice error={{ title: job.error, detail: '' }} />
          )}
          <JobSummary
            job={job}
            tierNames={tierNames}
            state={<JobState job={job} updatedAt={updatedAt} undo={undo.data ?? undefined} />}
          />
        </CardSection>
      </Card>
      {job.kind !== 'export' && job.state !== 'checking' && <JobRows job={job} />}
      {isUndoing && <UndoJobDialog job={job} onClose={() => setIsUndoing(false)} />}
    </PageStack>
  );
}

function JobFacts({ job }: { readonly job: Job }) {
  const teamId = useTeamId();
  const reason = changeReason(job);
  const { undo_of: undoOf } = job.summary;
  return (
    <FactLine>
      {`Started by ${job.created_by.name}`}
      <RelativeTime at={job.created_at} />
      {reason !== undefined && `“${reason}”`}
      {undoOf !== undefined && (
        <Link
          to={paths.job(teamId, undoOf)}
        >{`View “${jobName({ ...job, summary: { ...job.summary, undo_of: undefined } })}”`}</Link>
      )}
      {job.undone_by !== null && <Link to={paths.job(teamId, job.undone_by)}>View its undo</Link>}
    </FactLine>
  );
}
