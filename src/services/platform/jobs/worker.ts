import type { Log } from '../log.ts';

interface WorkerOptions {
  name: string;
  /** Wait between two looks for work, in milliseconds; `wake` cuts it short. */
  intervalMs: number;
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
export function startWorker({ name, intervalMs, work, log }: WorkerOptions): Worker {
  let stopped = false;
  let woken = false;
  let endWait = () => {};

  const wait = () =>
    new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, intervalMs);
      endWait = () => {
        clearTimeout(timer);
        resolve();
      };
    });

  const loop = async () => {
    while (!stopped) {
      woken = false;
      const more = await work().catch((error: unknown) => {
        log.error({ err: error, worker: name }, 'background work failed');
        return false;
      });
      if (!more && !woken && !stopped) await wait();
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
