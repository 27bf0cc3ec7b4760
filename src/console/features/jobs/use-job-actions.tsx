import { useMutation, useQueryClient } from '@tanstack/react-query';
import { Download, RotateCcw, Square, Undo2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useTeamId } from '#console/session/team.ts';
import { jobsKey } from '#console/shared/jobs/job-keys.ts';
import { canRetry, canUndo, hasResults } from '#console/shared/jobs/job-labels.ts';
import { isActive } from '#console/shared/jobs/job-query.ts';
import { saveJobResults } from '#console/shared/jobs/save-job-results.ts';
import { showError } from '#console/ui/feedback/toasts.ts';
import type { Job } from '#contract/gateway/job.ts';
import { cancelJob, retryJob } from '#contract/gateway/jobs.ts';

export interface JobAction {
  readonly label: string;
  readonly icon: ReactNode;
  readonly isPending: boolean;
  readonly disabledReason: string | undefined;
  readonly onSelect: () => void;
}

/**
 * What can be done with a job: stop, retry, undo, download.
 * @param onUndo asks whether to undo it
 */
export function useJobActions(job: Job, onUndo: () => void): readonly JobAction[] {
  const teamId = useTeamId();
  const { jobs } = useApi();
  const queryClient = useQueryClient();
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
    onError: (error) => {
      const title = "Couldn't download the results";
      showError(toUserFacingError(error, title) ?? { title });
    },
  });
  const isChecked = job.state === 'checked';
  const stop = {
    label: isChecked ? 'Discard' : 'Stop',
    icon: <Square />,
    isPending: changeState.isPending,
    disabledReason: writeReason,
    onSelect: () => changeState.mutate(cancelJob),
  };
  const retry = {
    ...stop,
    label: job.failed > 0 ? `Retry ${formatNumber(job.failed)} failed` : 'Continue',
    icon: <RotateCcw />,
    onSelect: () => changeState.mutate(retryJob),
  };
  const undo = {
    label: job.kind === 'import' ? 'Undo points' : 'Undo',
    icon: <Undo2 />,
    isPending: false,
    disabledReason: writeReason,
    onSelect: onUndo,
  };
  const results = {
    label: 'Download results',
    icon: <Download />,
    isPending: download.isPending,
    disabledReason:
      job.kind === 'export' && writeReason !== undefined && !isCreator
        ? 'Only people who can change members can download exports'
        : undefined,
    onSelect: () => download.mutate(),
  };
  return [
    ...(isActive(job) || isChecked ? [stop] : []),
    ...(canRetry(job) ? [retry] : []),
    ...(canUndo(job) ? [undo] : []),
    ...(hasResults(job) && !isChecked ? [results] : []),
  ];
}
