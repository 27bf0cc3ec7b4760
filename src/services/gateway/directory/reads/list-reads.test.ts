import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { GATEWAY_LIMITS } from '#services/gateway/limits.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createListReads } from './list-reads.ts';

const owner = (userId: string, teamId = 1) => ({ teamId, user: { id: userId, name: userId } });

describeBothStorages('reads of lists', (storage) => {
  const reads = (limits = GATEWAY_LIMITS, databaseKind = storage.storage.kind) =>
    createListReads({ db: storage.db, databaseKind, limits });
  /** Without a transaction for each. */
  const patientReads = () => reads({ ...GATEWAY_LIMITS, listReadMs: 60_000 }, 'embedded');

  /** Reads that end on demand. */
  function startReads(lists: ReturnType<typeof reads>) {
    const running: string[] = [];
    const ends: (() => void)[] = [];
    const start = (userId: string, teamId = 1) =>
      lists.read(owner(userId, teamId), async () => {
        running.push(`${teamId} ${userId}`);
        await new Promise<void>((resolve) => ends.push(resolve));
      });
    return { running, start, endFirst: () => ends.shift()?.() };
  }

  test('are at most four of a user and eight of a team at a time', async () => {
    const { running, start, endFirst } = startReads(patientReads());
    const users = [...Array(6).fill('ada'), ...Array(3).fill('ben'), ...Array(3).fill('cleo')];
    const all = users.map((userId) => start(userId));
    all.push(start('ada', 2));
    const countOf = (text: string) => running.filter((each) => each.startsWith(text)).length;
    await expect.poll(() => countOf('2 ada')).toBe(1);
    expect([countOf('1 '), countOf('1 ada'), countOf('1 ben')]).toEqual([8, 4, 3]);
    endFirst();
    await expect.poll(() => countOf('1 ')).toBe(9);
    for (const _ of all) {
      endFirst();
      await new Promise(setImmediate);
    }
    expect(running).toHaveLength(all.length);
    await Promise.all(all);
  });

  test('end with 503 and the reason when they take too long', async () => {
    const lists = reads({ ...GATEWAY_LIMITS, listReadMs: 50 });
    const sleep = async (db: Queries) => {
      for (let times = 0; times < 20; times += 1) await db.execute(sql`select pg_sleep(0.02)`);
    };
    await expect(lists.read(owner('ada'), sleep)).rejects.toMatchObject({
      status: 503,
      headers: { 'retry-after': '5' },
      errors: [{ detail: expect.stringMatching(/^Reading this list took too long\./) }],
    });
  });

  test('do not wait behind a hundred others of the team', async () => {
    const { start, endFirst, running } = startReads(patientReads());
    const all = Array.from({ length: 104 }, () => start('ada'));
    await expect(start('ada')).rejects.toMatchObject({ status: 503 });
    await expect(start('ben')).rejects.toMatchObject({ status: 503 });
    for (const _ of all) {
      endFirst();
      await new Promise(setImmediate);
    }
    expect(running).toHaveLength(all.length);
    await Promise.all(all);
  });
});
