import { setTimeout as sleep } from 'node:timers/promises';
import { parentPort, workerData } from 'node:worker_threads';
import { request } from 'undici';

// A thread of `pauses.ts`: requests the address in `workerData` until it is terminated.

const INTERVAL_MS = 25;
let samples: number[] = [];
parentPort?.on('message', () => {
  parentPort?.postMessage(samples);
  samples = [];
});
for (;;) {
  const start = performance.now();
  const { body } = await request(workerData as string);
  await body.dump();
  samples.push(performance.now() - start);
  await sleep(INTERVAL_MS);
}
