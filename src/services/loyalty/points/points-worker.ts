import { startWorker, type Worker } from '../../platform/jobs/worker.ts';
import type { LoyaltyDependencies } from '../dependencies.ts';
import { endTierPeriods } from '../tiers/end-periods.ts';
import { expirePoints } from './expire-points.ts';

const INTERVAL_MS = 60_000;

/** Starts letting points lapse and tier periods end when their time comes. */
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
