import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, RotateCcw, Square } from 'lucide-react';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { paths } from '#console/paths.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { jobsKey } from '#console/shared/jobs/job-keys.ts';
import { canRetry, canUndo, hasResults } from '#console/shared/jobs/job-labels.ts';
import { isActive } from '#console/shared/jobs/job-query.ts';
import { saveJobResults } from '#console/shared/jobs/save-job-results.ts';
import { UndoJobButton } from '#console/shared/jobs/undo-job-button.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { useToast } from '#console/ui/feedback/toast.tsx';
import type { Job } from '#contract/gateway/job.ts';
import { cancelJob, retryJob } from '#contract/gateway/jobs.ts';
import styles from './job-columns.module.css';

/** Stops, retries, undoes and downloads a job. */
export function JobActions({ job }: { readonly job: Job }) {
  const teamId = useTeamId();
  const { jobs } = useApi();
  const queryClient = useQueryClient();
  const { showError } = useToast();
  const writeReason = useScopeReason('teams:write');
  const isCreator = useCurrentUser().data?.id === job.created_by.id;
  const params = { team_id: teamId, job_id: job.id };
  const changeState = useMutation({
    mutationFn: async (endpoint: typeof cancelJob | typeof retryJob) =>
      jobs?.request(endpoint, { params }),
    onSuccess: () => queryClient.invalidateQueries({ queryKey: jobsKey(teamId) }),
    onError: (error, endpoint) => {
      const title = endpoint === cancelJob ? "Couldn't stop the job" : "Couldn't retry the job";
      showError(toUserFacingError(error, title) ?? { title });
    },
  });
  const download = useMutation({
    mutationFn: async () => jobs && saveJobResults(jobs, teamId, job),
    onError: (error) =>
      showError(
        toUserFacingError(error, "Couldn't download the results") ?? {
          title: "Couldn't download the results",
        },
      ),
  });
  return (
    <span className={styles.actions}>
      {job.state === 'checked' && (
        <LinkButton size="small" to={paths.memberImport(teamId, job.id)}>
          Review
        </LinkButton>
      )}
      {(isActive(job) || job.state === 'checked') && (
        <Button
          size="small"
          icon={job.state === 'checked' ? undefined : <Square />}
          loading={changeState.isPending}
          disabledReason={writeReason}
          onClick={() => changeState.mutate(cancelJob)}
        >
          {job.state === 'checked' ? 'Discard' : 'Stop'}
        </Button>
      )}
      {canRetry(job) && (
        <Button
          size="small"
          icon={<RotateCcw />}
          loading={changeState.isPending}
          disabledReason={writeReason}
          onClick={() => changeState.mutate(retryJob)}
        >
          {job.failed > 0 ? 'Retry failed' : 'Continue'}
        </Button>
      )}
      {canUndo(job) && <UndoJobButton job={job} size="small" />}
      {hasResults(job) && job.state !== 'checked' && (
        <Button
          size="small"
          icon={<Download />}
          loading={download.isPending}
          disabledReason={
            job.kind === 'export' && writeReason !== undefined && !isCreator
              ? 'Only people who can change members can download exports'
              : undefined
          }
          onClick={() => download.mutate()}
        >
          Download results
        </Button>
      )}
    </span>
  );
}
