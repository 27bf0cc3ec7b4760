import { type Summary, summarize } from './statistics.ts';

interface Rounds {
  rounds: number;
  /** Slow actions get fewer rounds, but never fewer than this. */
  least: number;
  timeLimitMs: number;
}

const ROUNDS: Rounds = { rounds: 150, least: 15, timeLimitMs: 4_000 };
/** So many that the 99th percentile isn't just the slowest. */
export const ROUNDS_FOR_P99: Rounds = { rounds: 400, least: 400, timeLimitMs: 0 };
/** Warm-up rounds, which are not counted. */
const WARM_UP: Rounds = { rounds: 20, least: 2, timeLimitMs: 1_000 };

/**
 * Times actions alternately, so that other activity on the machine affects all of them equally.
 *
 * @returns the times of each action, by name
 */
export async function interleave<Name extends string>(
  actions: Record<Name, () => Promise<unknown>>,
  rounds = ROUNDS,
): Promise<Record<Name, Summary>> {
  const sides = Object.entries<() => Promise<unknown>>(actions).map(([name, action]) => ({
    name,
    action,
    samples: [] as number[],
  }));
  const runRounds = async ({ rounds, least, timeLimitMs }: Rounds) => {
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
  await runRounds(WARM_UP);
  for (const { samples } of sides) samples.length = 0;
  await runRounds(rounds);
  return Object.fromEntries(sides.map(({ name, samples }) => [name, summarize(samples)])) as Record<
    Name,
    Summary
  >;
}
