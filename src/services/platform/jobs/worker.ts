import { isDatabaseUnavailable } from '#services/platform/database/unavailable.ts';
import type { Log } from '#services/platform/log.ts';

/** The longest wait after work that failed again and again, unless the interval is longer. */
const MAX_BACKOFF_MS = 5_000;

interface WorkerOptions {
  name: string;
  /** Wait between two looks for work, in milliseconds; `wake` cuts it short. */
  intervalMs: number;
  /** Rest after each look, in milliseconds: all that wakes the worker meanwhile shares the next look. */
  minPauseMs?: number;
  /** Does what is due; answers whether there may be more at once. */
  work(): Promise<boolean>;
  log: Log;
}

/** A loop that looks for due work until it is stopped; work that fails is tried again later. */
export interface Worker {
  /** Looks for work now: called after a transaction that made some. */
  wake(): void;
  /** Resolves when the work under way has ended. */
  stop(): Promise<void>;
}

/** Starts a background worker. */
export function startWorker({
  name,
  intervalMs,
  minPauseMs = 0,
  work,
  log,
}: WorkerOptions): Worker {
  let stopped = false;
  let woken = false;
  let failures = 0;
  let endWait = () => {};

  const wait = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, waitAfter(failures, intervalMs));
      endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const attempt = async () => {
    try {
      const more = await work();
      if (failures > 0) log.info({ worker: name }, 'background work goes on');
      failures = 0;
      return more;
    } catch (error) {
      failures += 1;
      if (!isDatabaseUnavailable(error)) {
        log.error({ err: error, worker: name }, 'background work failed');
      } else if (failures === 1) {
        // Said once: while the database is away, the attempts that follow have nothing to add.
        log.warn({ err: error, worker: name }, 'background work waits for the database');
      }
      return false;
    }
  };

  const loop = async () => {
    while (!stopped) {
      woken = false;
      const more = await attempt();
      if (minPauseMs > 0 && !stopped) await rest(minPauseMs);
      if (more || woken) await nextTurn();
      else if (!stopped) await wait();
    }
  };

  const ended = loop();
  return {
    wake() {
      woken = true;
      endWait();
    },
    async stop() {
      stopped = true;
      endWait();
      await ended;
    },
  };
}

function rest(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The embedded database answers without leaving the turn: much work would let nobody else in. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The interval, doubled with each failure in a row. */
function waitAfter(failures: number, intervalMs: number): number {
  const doubled = intervalMs * 2 ** Math.max(0, failures - 1);
  return Math.min(doubled, Math.max(intervalMs, MAX_BACKOFF_MS));
}
