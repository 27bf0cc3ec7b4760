import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Member } from '#contract/loyalty/members/member.ts';
import { PAGE_SIZE } from '#services/gateway/directory/crawl/read-members.ts';
import { eraseDirectories } from '#services/gateway/directory/directory-worker.ts';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { startProgram, type TestProgram } from '#services/gateway/testing/start-program.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { vacuumEmbedded } from '#services/platform/jobs/vacuum-embedded.ts';
import { openEmbeddedCopy } from '#services/platform/testing/embedded-copy.ts';

/** More than one batch of each kind of work. */
const TOTAL = 2.5 * PAGE_SIZE;

let storage: Storage;
let program: TestProgram;
let jobs: TestJobs;
beforeAll(async () => {
  storage = await openEmbeddedCopy();
  jobs = await startJobs(storage);
  program = await startProgram(
    Array.from(
      { length: TOTAL },
      (_, index): Member => ({
        id: `S-${index}`,
        member_id: `M-${index}`,
        member_status: 'active',
        first_name: `First${index}`,
        last_name: `Last${index}`,
      }),
    ),
  );
  await jobs.connect(1, program.url);
});
afterAll(async () => {
  await program?.close();
  await jobs?.close();
  await storage?.close();
});

/** The most pages that a step of a search for one word reads. */
async function countPagesOfSearch(): Promise<number> {
  const { rows } = await storage.db.execute<Record<string, string>>(
    "explain (analyze, buffers) select from directory_members where words @@ '''1:first77'''::tsquery",
  );
  const plan = rows.map((row) => Object.values(row)[0]).join('\n');
  expect(plan).toContain('directory_members_words_index');
  return Math.max(...[...plan.matchAll(/hit=(\d+)/g)].map(([, hit]) => Number(hit)));
}

/** In this order: each works on what the ones before it left. */
const works: [string, () => Promise<void>][] = [
  [
    'crawl',
    async () => {
      await jobs.update();
      expect(await countPagesOfSearch()).toBeLessThan(16);
    },
  ],
  [
    'job',
    async () => {
      const change = { add_tags: ['new'] };
      const job = await jobs.create({ kind: 'change', selection: { filter: {} }, change });
      await jobs.work();
      expect(await jobs.get(job)).toMatchObject({ state: 'done', done: TOTAL });
    },
  ],
  [
    'import',
    async () => {
      const rows = Array.from({ length: TOTAL }, (_, index) => `M-${index},Renamed${index}`);
      const job = await jobs.upload(`member_id,first_name\n${rows.join('\n')}`);
      await jobs.move(job, 'start');
      await jobs.work();
      expect(await jobs.get(job)).toMatchObject({ state: 'done', done: TOTAL });
    },
  ],
  [
    'vacuum',
    async () => {
      expect(await vacuumEmbedded(storage.db, true)).toBeDefined();
      while (await vacuumEmbedded(storage.db, true));
    },
  ],
  [
    'erasure',
    async () => {
      while (await eraseDirectories(storage.db, jobs.clock));
      expect((await storage.db.execute('select from directory_members')).rows).toEqual([]);
    },
  ],
];

test.each(works)(
  'requests get responses during the %s of more than one batch',
  async (_name, work) => {
    let isWorking = true;
    let responses = 0;
    const requests = (async () => {
      while (isWorking) {
        expect((await jobs.call('/config.json')).status).toBeLessThan(500);
        if (isWorking) responses += 1;
      }
    })();
    await work();
    isWorking = false;
    await requests;
    expect(responses).toBeGreaterThan(1);
  },
);
