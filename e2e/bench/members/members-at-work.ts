import { Agent, setGlobalDispatcher } from 'undici';
import { type Figure, formatFigures } from '../figure.ts';
import { onEachStorage } from '../storages.ts';
import { benchDirectory } from './directory.ts';
import { benchJobs } from './jobs.ts';
import { forEachSize, startMembers } from './start-members.ts';

const PARTS = { directory: benchDirectory, jobs: benchJobs };
type Part = keyof typeof PARTS;

/** The most memory for more members, compared with that for the first number of them. */
const MEMORY_BUDGET = 1.2;

/**
 * The directory, jobs or both on the same members, with each number of members and on both databases.
 * Filling the directory takes long, so it is filled once.
 */
export function benchMembersAtWork(parts: readonly Part[]): Promise<Figure[]> {
  return onEachStorage(async (name, storage) => {
    // An embedded database can block the event loop for longer than the server keeps idle connections,
    // so that none are reused.
    setGlobalDispatcher(new Agent(storage.kind === 'embedded' ? { pipelining: 0 } : {}));
    const members = await startMembers(storage);
    const memory = new Map<string, number>();
    try {
      return await forEachSize(members, async (size) => {
        const all: Figure[] = [];
        for (const part of parts) {
          const suite = `${part}, ${name}, ${size.toLocaleString('en')}`;
          // The crawl is a part of the directory's own measurement.
          if (part !== 'directory') await members.gateway.update();
          const figures = await PARTS[part](suite, members, size);
          all.push(...figures.map((figure) => compareMemory(figure, memory)));
          // The next ones may take minutes.
          console.log(`\n${formatFigures(all)}`);
        }
        return all;
      });
    } finally {
      await members.close();
    }
  });
}

/** Memory may not grow with the members. */
function compareMemory(figure: Figure, memory: Map<string, number>): Figure {
  if (figure.unit !== 'MB') return figure;
  const first = memory.get(figure.name);
  memory.set(figure.name, first ?? figure.value);
  if (first === undefined) return figure;
  return { ...figure, against: { name: 'of fewer members', value: first }, budget: MEMORY_BUDGET };
}
