import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { undoJob } from '#contract/gateway/jobs.ts';
import { jobsKey } from './job-keys.ts';

/** Undoes a job by its id. The result is the job that does it. */
export function useUndoJob() {
  const teamId = useTeamId();
  const { jobs } = useApi();
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: async (jobId: string) => {
      if (!jobs) throw new Error('This deployment has no jobs');
      const params = { team_id: teamId, job_id: jobId };
      return (await jobs.request(undoJob, { params })).data;
    },
    onSuccess: () => queryClient.invalidateQueries({ queryKey: jobsKey(teamId) }),
  });
}
