import { type Summary, summarize } from './statistics.ts';

const WARM_UP_MS = 1_500;

/** The throughput and latency of a service under load. */
export interface Load extends Summary {
  perSecond: number;
}

/**
 * Sends requests continuously from several lanes, each of which waits for its response before the next.
 *
 * @param lanes send one request per call, and throw if it fails
 * @param seconds to measure, after warming up for a second and a half
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
  return { perSecond: samples.length / seconds, ...summarize(samples) };
}
