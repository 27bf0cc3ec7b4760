import { type Summary, summarise } from './statistics.ts';

const WARM_UP_MS = 1_500;

/** What a service did under load. */
export interface Load extends Summary {
  perSecond: number;
}

/**
 * Sends without pause from several lanes, each of which waits for its answer before the next one.
 * @param lanes send one request each time they are called, and throw unless it succeeds.
 * @param seconds measured, after a second and a half to warm up.
 */
export async function load(
  lanes: readonly (() => Promise<unknown>)[],
  seconds: number,
): Promise<Load> {
  const samples: number[] = [];
  const begin = performance.now() + WARM_UP_MS;
  const end = begin + seconds * 1000;
  const run = async (send: () => Promise<unknown>) => {
    for (let start = performance.now(); start < end; ) {
      await send();
      const now = performance.now();
      if (start >= begin && now <= end) samples.push(now - start);
      start = now;
    }
  };
  await Promise.all(lanes.map(run));
  return { perSecond: samples.length / seconds, ...summarise(samples) };
}
