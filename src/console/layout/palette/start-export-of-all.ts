import type { QueryClient } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { jobsKey } from '#console/shared/jobs/job-keys.ts';
import { createJob } from '#contract/gateway/jobs.ts';

/** Starts an export of all members of a team. @returns the job, with a title for the user */
export async function startExportOfAll(jobs: Client, teamId: string, queryClient: QueryClient) {
  const { data } = await jobs.request(createJob, {
    params: { team_id: teamId },
    body: { data: { kind: 'export', selection: { filter: {} } } },
  });
  void queryClient.invalidateQueries({ queryKey: jobsKey(teamId) });
  return { id: data.id, title: `Exporting ${formatCount(data.total, 'member')}` };
}
