import { type Summary, summarise } from './statistics.ts';

const ROUNDS = 150;
/** What is slow gets fewer rounds, but never less than this. */
const LEAST_ROUNDS = 15;
const TIME_LIMIT_MS = 4_000;
/** Rounds that are not counted, while caches and compilers warm up. */
const WARM_UP = { rounds: 20, least: 2, timeLimitMs: 1_000 };

/**
 * Times actions in turns, so that whatever else the machine does meets all of them alike.
 * @returns what each took, by its name.
 */
export async function interleave<Name extends string>(
  actions: Record<Name, () => Promise<unknown>>,
): Promise<Record<Name, Summary>> {
  const sides = Object.entries<() => Promise<unknown>>(actions).map(([name, action]) => ({
    name,
    action,
    samples: [] as number[],
  }));
  const takeTurns = async (rounds: number, least: number, timeLimitMs: number) => {
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
  await takeTurns(WARM_UP.rounds, WARM_UP.least, WARM_UP.timeLimitMs);
  for (const { samples } of sides) samples.length = 0;
  await takeTurns(ROUNDS, LEAST_ROUNDS, TIME_LIMIT_MS);
  return Object.fromEntries(sides.map(({ name, samples }) => [name, summarise(samples)])) as Record<
    Name,
    Summary
  >;
}
