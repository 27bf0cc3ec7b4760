import type { Client } from '#console/api/client.ts';
import { downloadFile } from '#console/api/download-file.ts';
import { saveFile } from '#console/lib/save-file.ts';
import type { Job } from '#contract/gateway/job.ts';
import { getJob, JOB_RESULT_PATH } from '#contract/gateway/jobs.ts';

/** Downloads the results of a job: the members of an export, or the outcome of each row. */
export async function saveJobResults(
  jobs: Client,
  teamId: string,
  { id, kind, file_name: name }: Pick<Job, 'id' | 'kind' | 'file_name'>,
): Promise<void> {
  const endpoint = { ...getJob, path: JOB_RESULT_PATH };
  const file = await downloadFile(jobs, endpoint, { team_id: teamId, job_id: id });
  saveFile(file, (kind === 'export' ? name : null) ?? `members-${kind}-${id}.csv`);
}
