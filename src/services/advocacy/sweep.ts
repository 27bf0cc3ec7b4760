import type { Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import type { Log } from '#services/platform/log.ts';
import { deleteExpiredConnections } from './accounts/connect/connect-states.ts';
import { sweepOAuth } from './oauth/sweep-oauth.ts';

const INTERVAL_MS = 60_000;

interface Dependencies {
  db: Database;
  clock: Clock;
  log: Log;
}

/** Starts the worker that keeps what has expired from piling up. */
export function startSweep({ db, clock, log }: Dependencies): Worker {
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
