import { startBenchProcess } from '../bench-process.ts';
import { type Figure, formatFigures } from '../figure.ts';
import { DATABASES } from '../storages.ts';
import { SEEDED_MEMBERS } from './grow-members.ts';
import type { Part } from './measure-members.ts';

const DEFAULT_SIZES = [100_000, 1_000_000];
/** Numbers of members to measure with; PATRON_TEST_BENCH_MEMBERS has others, as multiples of 5,000. */
const SIZES = (process.env.PATRON_TEST_BENCH_MEMBERS?.split(',').map(Number) ?? DEFAULT_SIZES).map(
  (size) => Math.max(1, Math.round(size / SEEDED_MEMBERS)) * SEEDED_MEMBERS,
);

/** The most memory for more members, compared with that for the first number of them. */
const MEMORY_BUDGET = 1.2;

/**
 * The directory, jobs or both on the same members, because filling the directory takes long. Each number
 * of members on each database is measured in a new process, because one that has measured others before
 * takes up to a fifth more memory for the same work.
 */
export async function benchMembersAtWork(parts: readonly Part[]): Promise<Figure[]> {
  const all: Figure[] = [];
  for (const database of DATABASES) {
    const memory = new Map<string, number>();
    for (const size of SIZES) {
      const measured = await startBenchProcess<Figure[]>(
        import.meta.resolve('./measure-members.ts'),
        { PATRON_TEST_BENCH_DATABASE: database, MEMBERS: String(size), PARTS: parts.join() },
      );
      await measured.stop();
      const figures = measured.ready.map((figure) => compareMemory(figure, memory));
      all.push(...figures);
      // The next ones may take minutes.
      if (figures.length > 0) console.log(`\n${formatFigures(figures)}`);
    }
  }
  return all;
}

/** Memory may not grow with the members. */
function compareMemory(figure: Figure, memory: Map<string, number>): Figure {
  if (figure.unit !== 'MB') return figure;
  const first = memory.get(figure.name);
  memory.set(figure.name, first ?? figure.value);
  if (first === undefined) return figure;
  return { ...figure, against: { name: 'of fewer members', value: first }, budget: MEMORY_BUDGET };
}
