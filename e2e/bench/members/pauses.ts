import { once } from 'node:events';
import { Worker } from 'node:worker_threads';
import { percentile } from '../statistics.ts';

/** Requests `/healthz` from another thread: its longest response time is how long nothing was served. */
export interface PauseRecorder {
  /** @returns what was recorded since the last time, in milliseconds */
  take(): Promise<{ longest: number; p99: number }>;
  stop(): Promise<unknown>;
}

export function recordPauses(url: string): PauseRecorder {
  const worker = new Worker(new URL('./request-health.ts', import.meta.url), {
    workerData: `${url}/healthz`,
  });
  return {
    async take() {
      const response = once(worker, 'message');
      worker.postMessage('take');
      const samples: number[] = (await response)[0];
      return { longest: Math.max(...samples), p99: percentile(samples, 0.99) };
    },
    stop: () => worker.terminate(),
  };
}
