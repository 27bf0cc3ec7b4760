import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { runInContext } from '#services/platform/context.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { readList, readParts } from './list-reads.ts';

describeBothStorages('reads of lists', (storage) => {
  const as = <Result>(userId: string, teamId: number, run: () => Promise<Result>) =>
    runInContext({ teamId, actor: { kind: 'user', id: userId, name: userId } }, run);

  /** Reads, each with a transaction that ends on demand. */
  function startReads() {
    const running: string[] = [];
    const ends: (() => void)[] = [];
    const start = (userId: string, teamId = 1) =>
      as(userId, teamId, () =>
        readList(() =>
          storage.db.transaction(async () => {
            running.push(`${teamId} ${userId}`);
            await new Promise<void>((resolve) => ends.push(resolve));
          }),
        ),
      );
    const endAll = async (reads: Promise<void>[]) => {
      let isEnding = true;
      const all = Promise.all(reads).finally(() => {
        isEnding = false;
      });
      while (isEnding) {
        ends.shift()?.();
        await new Promise(setImmediate);
      }
      await all;
    };
    return { running, start, endAll };
  }

  // The embedded database has one connection.
  test.runIf(storage.kind === 'postgres')(
    'have at most four transactions of a user and eight of a team at a time',
    async () => {
      const { running, start, endAll } = startReads();
      const users = [...Array(6).fill('ada'), ...Array(3).fill('ben'), ...Array(3).fill('cleo')];
      const all = users.map((userId) => start(userId));
      all.push(start('ada', 2));
      const countOf = (text: string) => running.filter((each) => each.startsWith(text)).length;
      await expect.poll(() => countOf('2 ada')).toBe(1);
      await expect.poll(() => countOf('1 ')).toBe(8);
      expect([countOf('1 ada'), countOf('1 ben'), countOf('1 cleo')]).toEqual([4, 3, 1]);
      // Anything else of the team has a connection all the same.
      await as('ada', 1, () => storage.db.execute(sql`select 1`));
      await endAll(all);
      expect(running).toHaveLength(all.length);
    },
  );

  test('do not wait behind a hundred others of the team', async () => {
    const { running, start, endAll } = startReads();
    const atOnce = storage.kind === 'postgres' ? 4 : 1;
    const all = Array.from({ length: atOnce + 100 }, () => start('ada'));
    await expect.poll(() => running.length).toBe(atOnce);
    await expect(start('ada')).rejects.toMatchObject({
      status: 503,
      errors: [{ detail: 'Too many lists are being read. Try again later.' }],
    });
    await endAll([...all, start('ada', 2)]);
    expect(running).toHaveLength(atOnce + 101);
  });

  const TOO_LONG = {
    status: 503,
    headers: { 'retry-after': '5' },
    errors: [{ detail: expect.stringMatching(/^Reading this list took too long\./) }],
  };

  test('end with 503 and the reason if all their statements take too long', async () => {
    const many = async () => {
      for (let times = 0; times < 20; times += 1)
        await storage.db.execute(sql`select pg_sleep(0.02)`);
    };
    await expect(readList(many, 50)).rejects.toMatchObject(TOO_LONG);
  });

  // A statement of the embedded database can't be ended.
  test.runIf(storage.kind === 'postgres').each([
    ['a statement', () => storage.db.execute(sql`select pg_sleep(20)`)],
    ['a transaction', () => storage.db.transaction((tx) => tx.execute(sql`select pg_sleep(20)`))],
  ])('end with 503 and the reason if %s takes too long', async (_what, read) => {
    await expect(readList(read, 50)).rejects.toMatchObject(TOO_LONG);
    const { rows } = await storage.db.execute(sql`show statement_timeout`);
    expect(rows).toEqual([{ statement_timeout: '7s' }]);
  });

  test('that are written to a file take as long as they need, but count as reads of their user', async () => {
    async function* parts() {
      for (let part = 0; part < 3; part++) {
        const { rows } = await storage.db.execute(sql`select pg_sleep(0.02)`);
        yield rows.length;
      }
    }
    const read = as('ada', 1, async () => readParts(parts()));
    const lengths: number[] = [];
    for await (const length of await read) lengths.push(length);
    expect(lengths).toEqual([1, 1, 1]);
  });
});
