import type { LoyaltyDependencies } from '#services/loyalty/dependencies.ts';
import { endTierPeriods } from '#services/loyalty/tiers/end-periods.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import { expirePoints } from './expire-points.ts';

const INTERVAL_MS = 60_000;

/** Expires points and ends tier periods when they are due. */
export function startPointsWorker({ db, clock, log }: LoyaltyDependencies): Worker {
  return startWorker({
    name: 'loyalty-points',
    intervalMs: INTERVAL_MS,
    log,
    async work() {
      const hasMorePeriods = await endTierPeriods(db, clock.now());
      const hasMorePoints = await expirePoints(db, clock.now());
      return hasMorePeriods || hasMorePoints;
    },
  });
}
