import { useQueries, useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { membersKey } from '#console/features/members/members-queries.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { jobsListKey } from '#console/shared/jobs/job-keys.ts';
import { canUndo } from '#console/shared/jobs/job-labels.ts';
import { isActive, jobNotificationKey, jobQuery } from '#console/shared/jobs/job-query.ts';
import { jobSentence } from '#console/shared/jobs/job-sentence.ts';
import { saveJobResults } from '#console/shared/jobs/save-job-results.ts';
import { LiveJobs } from '#console/shared/jobs/use-live-jobs.ts';
import { useUndoJob } from '#console/shared/jobs/use-undo-job.ts';
import { useUndoAction } from '#console/shared/use-undo-action.ts';
import { showError, showSuccess } from '#console/ui/feedback/toasts.ts';
import type { Job } from '#contract/gateway/job.ts';
import { JobProgress } from './job-progress.tsx';

interface RunningJobsProps {
  /** Their ids, in the order in which they were started. */
  readonly ids: readonly string[];
  readonly onStarted: (job: Job) => void;
  readonly onDismiss: (id: string) => void;
}

/**
 * The progress of the jobs that were started on this page. The list is refetched when one ends. A job
 * without failures turns into a toast with its result, others stay until they are dismissed. An export is
 * downloaded.
 */
export function RunningJobs({ ids, onStarted, onDismiss }: RunningJobsProps) {
  const teamId = useTeamId();
  const api = useApi();
  const queryClient = useQueryClient();
  const queries = useQueries({ queries: ids.map((id) => jobQuery(api, teamId, id)) });
  const running = queries.flatMap(({ data: job, dataUpdatedAt: updatedAt }) =>
    job ? { job, updatedAt } : [],
  );
  const jobs = running.map(({ job }) => job);
  const ended = jobs.filter((job) => !isActive(job)).map(({ id }) => id);
  const endedKey = ended.join();

  const download = async (job: Job) => {
    try {
      if (api.jobs) await saveJobResults(api.jobs, teamId, job);
    } catch (error) {
      const message = toUserFacingError(error, "Couldn't download the export");
      if (message) showError(message);
    }
  };
  const undo = useUndoJob();
  const undoAction = useUndoAction();
  const toastAction = (job: Job) => {
    if (job.kind === 'export') {
      return { label: 'Download again', onSelect: () => void download(job) };
    }
    if (!canUndo(job)) return { label: 'View', to: paths.job(teamId, job.id) };
    return undoAction({
      undo: async () => {
        onStarted(await undo.mutateAsync(job.id));
        return 'Undo started';
      },
      errorTitle: "The change wasn't undone",
    });
  };
  const handleEnded = useEffectEvent((id: string) => {
    const job = jobs.find((candidate) => candidate.id === id);
    if (job?.state !== 'done' || job.failed > 0) return;
    if (job.kind === 'export') void download(job);
    showSuccess(jobSentence(job), toastAction(job), {
      isPersistent: job.kind === 'export',
      notificationKey: jobNotificationKey(job),
    });
    onDismiss(id);
  });
  useEffect(() => {
    if (endedKey === '') return;
    void queryClient.invalidateQueries({ queryKey: membersKey(teamId) });
    // The top bar counts those that run.
    void queryClient.invalidateQueries({ queryKey: jobsListKey(teamId) });
    for (const id of endedKey.split(',')) handleEnded(id);
  }, [endedKey, queryClient, teamId]);

  return (
    <>
      {running.map(({ job, updatedAt }) => (
        <JobProgress
          key={job.id}
          job={job}
          updatedAt={updatedAt}
          onDismiss={() => onDismiss(job.id)}
        />
      ))}
      <LiveJobs teamId={teamId} />
    </>
  );
}
