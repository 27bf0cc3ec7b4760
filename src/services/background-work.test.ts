import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { startJobs, type TestJobs } from '#services/gateway/testing/start-jobs.ts';
import { members } from '#services/loyalty/members/members-table.ts';
import { addMembers, createProgram } from '#services/loyalty/testing/program.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { openEmbeddedCopy } from '#services/platform/testing/embedded-copy.ts';

/** More than a batch of rows. */
const TOTAL = 240;
const REQUESTS = 10;
/** For a slow machine. */
const TIMEOUT_MS = 120_000;

let storage: Storage;
let loyalty: TestLoyalty;
let jobs: TestJobs;
let programId: number;
beforeAll(async () => {
  storage = await openEmbeddedCopy();
  loyalty = await startLoyalty(storage);
  const { program, credentials } = await createProgram(storage.db);
  programId = program.id;
  const rows = Array.from({ length: TOTAL }, (_, index) => ({ memberId: `M-${index}` }));
  await addMembers(storage.db, programId, rows);
  jobs = await startJobs(storage, { clock: loyalty.clock });
  await jobs.connect(1, loyalty.baseUrl, credentials);
  await jobs.update();
});
afterAll(async () => {
  await jobs?.close();
  await loyalty?.close();
  await storage?.close();
});

const countChanged = (change: string) =>
  storage.db.$count(
    members,
    sql`${eq(members.programId, programId)} and (
      ${change} = any(${members.tags}) or ${members.firstName} = ${change})`,
  );

/**
 * Sends requests during work on all members, and expects their responses before its end.
 * @returns how many members were changed during the requests
 */
async function expectRequestsFirst(change: string, work: () => Promise<unknown>) {
  let isWorking = true;
  const end = work().finally(() => {
    isWorking = false;
  });
  const isChanging = async () => expect(await countChanged(change)).toBeGreaterThan(0);
  await vi.waitFor(isChanging, { timeout: TIMEOUT_MS });
  const before = await countChanged(change);
  for (let request = 0; request < REQUESTS; request += 1) {
    expect((await jobs.list({ q: 'M-1' })).data.length).toBeGreaterThan(0);
  }
  expect(isWorking).toBe(true);
  const changed = (await countChanged(change)) - before;
  await end;
  expect(await countChanged(change)).toBe(TOTAL);
  return changed;
}

test(
  'requests go before the rows of a job in the loyalty service of the same process',
  async () => {
    const changed = await expectRequestsFirst('tagged', async () => {
      const change = { add_tags: ['tagged'] };
      await jobs.create({ kind: 'change', selection: { filter: {} }, change });
      await jobs.work();
    });
    expect(changed).toBeLessThan(TOTAL / 2);
  },
  TIMEOUT_MS,
);

test(
  'requests go before the rows of an import in the loyalty service of the same process',
  async () => {
    const rows = Array.from({ length: TOTAL }, (_, index) => `M-${index},Renamed`);
    const changed = await expectRequestsFirst('Renamed', async () => {
      await jobs.move(await jobs.upload(`member_id,first_name\n${rows.join('\n')}`), 'start');
      await jobs.work();
    });
    expect(changed).toBeLessThan(TOTAL / 2);
  },
  TIMEOUT_MS,
);
