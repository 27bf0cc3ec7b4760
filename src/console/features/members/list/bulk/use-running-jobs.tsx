import { useQueries, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { membersKey } from '#console/features/members/members-queries.ts';
import { lazyComponent } from '#console/lib/lazy-component.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { formatJobState, jobName } from '#console/shared/jobs/job-labels.ts';
import { isActive, jobQuery } from '#console/shared/jobs/job-query.ts';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { useViewAction } from '#console/ui/feedback/use-view-action.ts';
import { LazyBoundary } from '#console/ui/lazy-boundary.tsx';
import type { Job } from '#contract/gateway/job.ts';
import { JobProgress } from './job-progress.tsx';

const liveJobs = lazyComponent<{ readonly teamId: string }>(
  async () => (await import('#console/shared/jobs/use-live-jobs.ts')).LiveJobs,
);

interface RunningJobs {
  readonly add: (job: Job) => void;
  /** The progress of the jobs; null without any. */
  readonly progress: ReactNode;
}

/**
 * Follows the jobs that were started on this page. The list is refetched when one ends. A job without
 * failures disappears with a toast, others stay until they are dismissed.
 */
export function useRunningJobs(): RunningJobs {
  const teamId = useTeamId();
  const api = useApi();
  const queryClient = useQueryClient();
  const { showSuccess } = useToast();
  const viewAction = useViewAction();
  const [ids, setIds] = useState<readonly string[]>([]);
  const queries = useQueries({ queries: ids.map((id) => jobQuery(api, teamId, id)) });
  const running = queries.flatMap(({ data: job, dataUpdatedAt: updatedAt }) =>
    job ? { job, updatedAt } : [],
  );
  const jobs = running.map(({ job }) => job);
  const ended = jobs.filter((job) => !isActive(job)).map(({ id }) => id);
  const endedKey = ended.join();

  const dismiss = (id: string) => setIds((shown) => shown.filter((other) => other !== id));
  const handleEnded = useEffectEvent((id: string) => {
    const job = jobs.find((candidate) => candidate.id === id);
    if (job?.state !== 'done' || job.failed > 0) return;
    showSuccess(jobName(job), viewAction(paths.job(teamId, id)), formatJobState(job));
    dismiss(id);
  });
  useEffect(() => {
    if (endedKey === '') return;
    void queryClient.invalidateQueries({ queryKey: membersKey(teamId) });
    for (const id of endedKey.split(',')) handleEnded(id);
  }, [endedKey, queryClient, teamId]);

  return {
    add: ({ id }) => setIds((shown) => [...shown, id]),
    progress:
      jobs.length === 0
        ? null
        : [
            ...running.map(({ job, updatedAt }) => (
              <JobProgress key={job.id} {...{ job, updatedAt }} onDismiss={() => dismiss(job.id)} />
            )),
            <LazyBoundary key="live">
              <liveJobs.Component teamId={teamId} />
            </LazyBoundary>,
          ],
  };
}
