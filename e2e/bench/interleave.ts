import { type Summary, summarize } from './statistics.ts';

const ROUNDS = 150;
/** Slow actions get fewer rounds, but never fewer than this. */
const LEAST_ROUNDS = 15;
const TIME_LIMIT_MS = 4_000;
/** Warm-up rounds, which are not counted. */
const WARM_UP = { rounds: 20, least: 2, timeLimitMs: 1_000 };

/**
 * Times actions alternately, so that other activity on the machine affects all of them equally.
 *
 * @returns the times of each action, by name
 */
export async function interleave<Name extends string>(
  actions: Record<Name, () => Promise<unknown>>,
): Promise<Record<Name, Summary>> {
  const sides = Object.entries<() => Promise<unknown>>(actions).map(([name, action]) => ({
    name,
    action,
    samples: [] as number[],
  }));
  const runRounds = async (rounds: number, least: number, timeLimitMs: number) => {
    const begin = performance.now();
    for (let round = 0; round < rounds; round++) {
      if (round >= least && performance.now() - begin > timeLimitMs) break;
      for (const { action, samples } of sides) {
        const start = performance.now();
        await action();
        samples.push(performance.now() - start);
      }
    }
  };
  await runRounds(WARM_UP.rounds, WARM_UP.least, WARM_UP.timeLimitMs);
  for (const { samples } of sides) samples.length = 0;
  await runRounds(ROUNDS, LEAST_ROUNDS, TIME_LIMIT_MS);
  return Object.fromEntries(sides.map(({ name, samples }) => [name, summarize(samples)])) as Record<
    Name,
    Summary
  >;
}
