import { isDatabaseUnavailable } from '#services/platform/database/unavailable.ts';
import type { Log } from '#services/platform/log.ts';
import { noteWork } from './last-work.ts';

/** The longest wait after repeated failures, unless the interval is longer. */
const MAX_BACKOFF_MS = 5_000;

interface WorkerOptions {
  name: string;
  /** The time between polls; `wake` ends it early. */
  intervalMs: number;
  /** Minimum pause between polls; wake-ups during it are coalesced. */
  minPauseMs?: number;
  /** Processes due work. @returns whether there may be more */
  work(): Promise<boolean>;
  log: Log;
}

/** A loop that polls for due work until it is stopped, and retries failures. */
export interface Worker {
  /** Polls now; call it after a transaction that created work. */
  wake(): void;
  /** Resolves when the current work has finished. */
  stop(): Promise<void>;
}

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
      noteWork(name);
      const more = await work();
      if (failures > 0) log.info({ worker: name }, 'background work resumed');
      failures = 0;
      return more;
    } catch (error) {
      failures += 1;
      if (!isDatabaseUnavailable(error)) {
        log.error({ err: error, worker: name }, 'background work failed');
      } else if (failures === 1) {
        // Logged once per outage.
        log.warn({ err: error, worker: name }, 'background work waits for the database');
      }
      return false;
    }
  };

  const loop = async () => {
    while (!stopped) {
      woken = false;
      const more = await attempt();
      if (minPauseMs > 0 && !stopped) await pause(minPauseMs);
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

function pause(ms: number): Promise<void> {
  return new Promise((resolve) => setTimeout(resolve, ms));
}

/** The embedded database never yields to the event loop, so a long loop would block everything else. */
function nextTurn(): Promise<void> {
  return new Promise((resolve) => setImmediate(resolve));
}

/** The interval, doubled with each consecutive failure. */
function waitAfter(failures: number, intervalMs: number): number {
  const doubled = intervalMs * 2 ** Math.max(0, failures - 1);
  return Math.min(doubled, Math.max(intervalMs, MAX_BACKOFF_MS));
}
