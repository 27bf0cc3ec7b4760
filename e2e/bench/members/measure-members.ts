import { Agent, setGlobalDispatcher } from 'undici';
import type { Figure } from '../figure.ts';
import { onEachStorage } from '../storages.ts';
import { benchDirectory } from './directory.ts';
import { benchJobs } from './jobs.ts';
import { fillMembers, startMembers } from './start-members.ts';

// A process of `members-at-work.ts`: measures PARTS with as many members as MEMBERS says.

const MEASURES = { directory: benchDirectory, jobs: benchJobs };
export type Part = keyof typeof MEASURES;

const size = Number(process.env.MEMBERS);
const parts = (process.env.PARTS ?? '').split(',') as Part[];

const figures = await onEachStorage(async (name, storage) => {
  // An embedded database can block the event loop for longer than the server keeps idle connections,
  // so that none are reused.
  setGlobalDispatcher(new Agent(storage.kind === 'embedded' ? { pipelining: 0 } : {}));
  const members = await startMembers(storage);
  try {
    await fillMembers(members, size);
    const all: Figure[] = [];
    for (const part of parts) {
      // The crawl is a part of the directory's own measurement.
      if (part !== 'directory') await members.gateway.update();
      all.push(
        ...(await MEASURES[part](`${part}, ${name}, ${size.toLocaleString('en')}`, members, size)),
      );
    }
    return all;
  } finally {
    await members.close();
  }
});
process.send?.(figures);
// Keeps the process until the figures have been received.
process.once('disconnect', () => process.exit());
