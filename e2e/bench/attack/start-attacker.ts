import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A team that uses all it may have, at the same time, in another thread. */
export interface Attacker {
  /** @param bareUrl only reads without a pause, from this server */
  start(bareUrl?: string): Promise<unknown>;
  stop(): Promise<unknown>;
  end(): Promise<unknown>;
}

/** @param receiver address of webhooks that are never responded to */
export async function startAttacker(url: string, receiver: string): Promise<Attacker> {
  const worker = new Worker(new URL('./attacker.ts', import.meta.url), {
    workerData: { url, receiver },
  });
  await once(worker, 'message');
  const send = (message?: string) => {
    const done = once(worker, 'message');
    worker.postMessage(message);
    return done;
  };
  return { start: send, stop: () => send(), end: () => worker.terminate() };
}
