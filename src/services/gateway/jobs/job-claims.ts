import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { type Claim, createClaims } from '#services/platform/jobs/claims.ts';
import { gatewayJobs } from './jobs-table.ts';

export type JobsWorkerDependencies = Pick<
  GatewayDependencies,
  | 'db'
  | 'clock'
  | 'log'
  | 'listen'
  | 'encryption'
  | 'loyaltyBaseUrl'
  | 'servesLoyalty'
  | 'limits'
  | 'canStillWrite'
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
