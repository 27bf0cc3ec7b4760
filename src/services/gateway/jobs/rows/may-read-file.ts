import { allowsJob, type EffectiveRole } from '#contract/roles/allows.ts';
import type { GatewayUser } from '#services/gateway/dependencies.ts';
import type { GatewayJob } from '#services/gateway/jobs/jobs-table.ts';

interface Reader {
  job: Pick<GatewayJob, 'kind' | 'userId' | 'total'>;
  user: GatewayUser;
  role: EffectiveRole;
}

/**
 * Whether a user may read all of the file of a job. An export and an imported file, which can name people who are no
 * members, are for the job's creator and for users who could have created it.
 */
export function mayReadFile({ job, user, role }: Reader): boolean {
  if (!['export', 'import'].includes(job.kind) || job.userId === user.id) return true;
  return allowsJob(role, job);
}
