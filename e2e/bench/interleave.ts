import { type Summary, summarise } from './statistics.ts';

/** Rounds that are not counted, while caches and compilers warm up. */
const WARM_UP = 20;
const ROUNDS = 150;
/** A side that is slow gets fewer rounds, but never less than this. */
const LEAST_ROUNDS = 25;
const TIME_LIMIT_MS = 6_000;

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
  const begin = performance.now();
  for (let round = -WARM_UP; round < ROUNDS; round++) {
    if (round >= LEAST_ROUNDS && performance.now() - begin > TIME_LIMIT_MS) break;
    for (const { action, samples } of sides) {
      const start = performance.now();
      await action();
      if (round >= 0) samples.push(performance.now() - start);
    }
  }
  return Object.fromEntries(sides.map(({ name, samples }) => [name, summarise(samples)])) as Record<
    Name,
    Summary
  >;
}
