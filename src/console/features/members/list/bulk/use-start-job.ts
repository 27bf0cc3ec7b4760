import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { ApiError } from '#console/api/errors/api-error.ts';
import { membersListKey } from '#console/features/members/members-queries.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { jobsKey } from '#console/shared/jobs/job-keys.ts';
import type { CreateJob, Job } from '#contract/gateway/job.ts';
import { createJob, DELETED_WITHOUT_ID_TOKEN_MAX } from '#contract/gateway/jobs.ts';
import type { MemberSelection } from './use-member-selection.ts';

export interface JobDialogProps {
  readonly selection: MemberSelection;
  readonly onStarted: (job: Job) => void;
  readonly onClose: () => void;
}

export function useStartJob(onStarted: (job: Job) => void) {
  const teamId = useTeamId();
  const { jobs } = useApi();
  const stepUp = useStepUp();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (data: CreateJob) => {
      if (!jobs) throw new Error('This deployment has no jobs');
      const create = (idToken?: string) =>
        jobs.request(createJob, {
          params: { team_id: teamId },
          body: { data },
          ...(idToken !== undefined && { idToken }),
        });
      return deletesMany(data) ? stepUp.withIdToken(create) : create();
    },
    onSuccess: ({ data: job }) => {
      onStarted(job);
      return queryClient.invalidateQueries({ queryKey: jobsKey(teamId) });
    },
    // The list has changed: show what matches now.
    onError: (error) =>
      error instanceof ApiError && error.status === 409
        ? queryClient.invalidateQueries({ queryKey: membersListKey(teamId) })
        : undefined,
  });
}

function deletesMany({ kind, selection }: CreateJob): boolean {
  const count = selection?.ids?.length ?? selection?.expected ?? Number.POSITIVE_INFINITY;
  return kind === 'delete' && count > DELETED_WITHOUT_ID_TOKEN_MAX;
}
