import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { type Claim, createClaims } from '#services/platform/jobs/claims.ts';
import { updateJob } from './jobs-store.ts';
import { type GatewayJob, gatewayJobs } from './jobs-table.ts';

export type JobsWorkerDependencies = Pick<
  GatewayDependencies,
  | 'db'
  | 'clock'
  | 'log'
  | 'listen'
  | 'encryption'
  | 'loyaltyBaseUrl'
  | 'servesLoyalty'
  | 'callOwnLoyalty'
  | 'limits'
  | 'findRole'
  | 'programs'
>;

/** Longer than the calls of a batch may take. */
const LEASE_SECONDS = 180;

export const jobClaims = createClaims({
  table: gatewayJobs,
  key: 'id',
  batchSize: 4,
  leaseSeconds: LEASE_SECONDS,
  retry: { firstSeconds: 1, factor: 2, maxSeconds: 60 },
});
export type JobClaim = Claim<typeof gatewayJobs>;

/**
 * Ends a job, unless another worker has claimed it. If it was canceled, this ends only its lease, so that a
 * retry can start.
 */
export async function endJob(
  { db, clock }: Pick<JobsWorkerDependencies, 'db' | 'clock'>,
  claim: JobClaim,
  outcome: Partial<GatewayJob> & { state: 'done' | 'failed' },
): Promise<void> {
  const ended = await updateJob(db, clock, claim, {
    from: ['checking', 'running'],
    set: { ...outcome, endedAt: clock.now(), nextAttemptAt: null },
    leaseEndsAt: claim.nextAttemptAt,
  });
  if (!ended) await jobClaims.finish(db, claim, { nextAttemptAt: null });
}
