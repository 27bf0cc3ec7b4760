import { once } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

/** A receiver of webhooks in another thread; it never responds to addresses that begin with `/hang`. */
export interface Receiver {
  url: string;
  /** The number of events so far. */
  count(): Promise<number>;
  /** @throws {Error} if fewer events have arrived by `endAt`, a time of `performance.now()` */
  waitFor(events: number, endAt: number): Promise<void>;
  stop(): Promise<unknown>;
}

export async function startReceiver(): Promise<Receiver> {
  const worker = new Worker(new URL('./counting-receiver.ts', import.meta.url));
  const next = async <Message>() => (await once(worker, 'message'))[0] as Message;
  const url = await next<string>();
  const count = () => {
    const counted = next<number>();
    worker.postMessage('count');
    return counted;
  };
  return {
    url,
    count,
    async waitFor(events, endAt) {
      for (;;) {
        const arrived = await count();
        if (arrived >= events) return;
        if (performance.now() > endAt) throw new Error(`${arrived} of ${events} events arrived`);
        await sleep(5);
      }
    },
    stop: () => worker.terminate(),
  };
}
