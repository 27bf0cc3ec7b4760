import type { FastifyRequest } from 'fastify';
import type { GatewayDependencies, GatewayUser } from '#services/gateway/dependencies.ts';
import type { GatewayJob } from '#services/gateway/jobs/jobs-table.ts';
import { JsonApiError } from '#services/platform/json-api/errors.ts';

interface Reader {
  request: FastifyRequest;
  job: Pick<GatewayJob, 'kind' | 'userId'>;
  user: GatewayUser;
}

/**
 * Whether a user may read all of the file of a job. An export and an imported file, which can name people who are no
 * members, are for the job's creator and for users who could have created it.
 */
export async function mayReadFile(
  { authorizeTeamMember }: Pick<GatewayDependencies, 'authorizeTeamMember'>,
  { request, job, user }: Reader,
): Promise<boolean> {
  if (!['export', 'import'].includes(job.kind) || job.userId === user.id) return true;
  try {
    await authorizeTeamMember(request, 'teams:write');
    return true;
  } catch (error) {
    if (error instanceof JsonApiError && error.status === 403) return false;
    throw error;
  }
}
