import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import { deleteExpiredConnections } from './accounts/connect/connect-states.ts';
import type { ServiceDependencies } from './dependencies.ts';
import { sweepOAuth } from './oauth/sweep-oauth.ts';

const INTERVAL_MS = 60_000;

/** Starts the worker that deletes expired rows. */
export function startSweep({
  db,
  clock,
  log,
}: Pick<ServiceDependencies, 'db' | 'clock' | 'log'>): Worker {
  return startWorker({
    name: 'advocacy-sweep',
    intervalMs: INTERVAL_MS,
    async work() {
      await deleteExpiredConnections(db, clock);
      return sweepOAuth(db, clock);
    },
    log,
  });
}
