import { once } from 'node:events';
import { Worker } from 'node:worker_threads';

/** A bare reader reads from a server that does nothing. */
export type AttackKind = 'everything' | 'reader' | 'bare reader';

export interface AttackTargets {
  url: string;
  /** Address of webhooks that are never responded to. */
  receiver: string;
  bareUrl: string;
}

/** A team that uses all it may have, at the same time, in another thread. */
export interface Attacker {
  start(kind: AttackKind): Promise<unknown>;
  stop(): Promise<unknown>;
  end(): Promise<unknown>;
}

export async function startAttacker(targets: AttackTargets): Promise<Attacker> {
  const worker = new Worker(new URL('./attacker.ts', import.meta.url), { workerData: targets });
  await once(worker, 'message');
  const send = (message: AttackKind | 'stop') => {
    const done = once(worker, 'message');
    worker.postMessage(message);
    return done;
  };
  return { start: send, stop: () => send('stop'), end: () => worker.terminate() };
}
