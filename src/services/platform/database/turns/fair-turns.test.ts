import { setImmediate as nextTurn } from 'node:timers/promises';
import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { type Context, runInContext } from '#services/platform/context.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';

/** Half of what was measured at least: while other tests run, a window has too little time to be exact. */
const SHARE = 0.15;
const WINDOW_MS = 400;
const WINDOWS = 3;
/** Rows of a job, and requests, at the same time. */
const ROWS = 8;
const REQUESTS = 20;

/** Keeps the process busy. */
function compute(ms: number): void {
  const endAt = performance.now() + ms;
  while (performance.now() < endAt);
}

describeBothStorages('fair turns', (storage) => {
  const query = (rows: number) => sql`select count(*) from generate_series(1, ${rows})`;

  /** Work that is repeated until it is stopped. */
  function repeat(times: number, context: Context, work: () => Promise<unknown>) {
    let isStopped = false;
    let count = 0;
    const loop = async () => {
      while (!isStopped) {
        await work();
        count += 1;
      }
    };
    const loops = runInContext(context, () => Promise.all(Array.from({ length: times }, loop)));
    return {
      async stop() {
        isStopped = true;
        await loops;
        return count;
      },
    };
  }

  /** Like a row of a job: a request over the network, which takes some turns of the event loop. */
  const startJob = (teamId: number, rows = 500) =>
    repeat(ROWS, { isBackground: true, teamId }, async () => {
      for (let turns = 0; turns < 6; turns++) await nextTurn();
      compute(1);
      await storage.db.transaction((tx) => tx.execute(query(rows)));
    });

  const startRequests = (queryRows: number, computeMs: number) =>
    repeat(REQUESTS, {}, async () => {
      await storage.db.execute(query(queryRows));
      compute(computeMs);
      await nextTurn();
    });

  const pause = () => new Promise((resolve) => setTimeout(resolve, WINDOW_MS));

  const READERS: [string, number, number][] = [
    ['short', 200, 0.2],
    ['long', 100_000, 1],
  ];
  // On PostgreSQL a row waits for the network several times, each time behind what keeps the process busy.
  if (storage.kind === 'embedded') READERS.push(['not in the database', 1, 3]);

  test.each(READERS)(
    'a job continues beside twenty readers whose requests are %s',
    async (_what, queryRows, computeMs) => {
      const rows = { alone: 0, beside: 0 };
      for (let window = 0; window < WINDOWS; window++) {
        const alone = startJob(1);
        await pause();
        rows.alone += await alone.stop();
        const readers = startRequests(queryRows, computeMs);
        const beside = startJob(1);
        await pause();
        rows.beside += await beside.stop();
        expect(await readers.stop()).toBeGreaterThan(0);
      }
      expect(rows.beside / rows.alone).toBeGreaterThan(SHARE);
    },
  );

  test('requests continue beside a job', async () => {
    const requests = { alone: 0, beside: 0 };
    for (let window = 0; window < WINDOWS; window++) {
      const alone = startRequests(500, 0.2);
      await pause();
      requests.alone += await alone.stop();
      const job = startJob(1);
      const beside = startRequests(500, 0.2);
      await pause();
      requests.beside += await beside.stop();
      await job.stop();
    }
    expect(requests.beside / requests.alone).toBeGreaterThan(SHARE);
  });

  test('a team continues beside one with much longer transactions', async () => {
    const rows = { alone: 0, beside: 0 };
    for (let window = 0; window < WINDOWS; window++) {
      const alone = startJob(1);
      await pause();
      rows.alone += await alone.stop();
      const long = startJob(2, 20_000);
      const beside = startJob(1);
      await pause();
      rows.beside += await beside.stop();
      await long.stop();
    }
    expect(rows.beside / rows.alone).toBeGreaterThan(SHARE);
  });
});
