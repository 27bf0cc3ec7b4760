import { sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import { addSeconds } from '#services/platform/clock.ts';
import { one } from '#services/platform/database/one.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { type GatewayJob, gatewayJobChunks, gatewayJobRows, gatewayJobs } from './jobs-table.ts';
import { sweepJobs } from './sweep-jobs.ts';

const DAY = 86_400;

describeStorages('the sweep of jobs', (store) => {
  const clock = createTestClock();
  const insertJob = async (job: Pick<GatewayJob, 'kind' | 'state'>, ageSeconds: number) => {
    const createdAt = addSeconds(clock.now(), -ageSeconds);
    const user = { userId: '1', userName: 'Ada' };
    const created = await store.db
      .insert(gatewayJobs)
      .values({ teamId: 1, ...job, ...user, createdAt, changedAt: createdAt })
      .returning();
    return one(created).id;
  };
  const insertRows = (jobId: number, count: number) =>
    store.db.execute(sql`
      insert into ${gatewayJobRows} (job_id, position, member_id, state)
      select ${jobId}::bigint, n, 'M-' || n, 'pending' from generate_series(1, ${count}::int) n`);
  const insertChunks = (jobId: number, count: number) =>
    store.db.execute(sql`
      insert into ${gatewayJobChunks} (job_id, position, service_ids)
      select ${jobId}::bigint, n, '{}' from generate_series(1, ${count}::int) n`);

  test('deletes jobs after 30 days and interrupted uploads after an hour, in batches', async () => {
    const connection = { partnerId: 'acme', apiKey: 'x', webhookSecret: 'x' };
    await store.db.insert(loyaltyConnections).values({ teamId: 1, ...connection });
    const fresh = await insertJob({ kind: 'delete', state: 'done' }, 29 * DAY);
    const upload = await insertJob({ kind: 'import', state: 'checking' }, 3_500);
    for (const id of [fresh, upload]) await insertRows(id, 10);
    await insertChunks(fresh, 10);
    await insertRows(await insertJob({ kind: 'delete', state: 'done' }, 31 * DAY), 1_500);
    await insertRows(await insertJob({ kind: 'import', state: 'checking' }, 3_700), 10);
    await insertChunks(await insertJob({ kind: 'export', state: 'done' }, 31 * DAY), 6);

    let [before, batches] = [1_530, 0];
    while (await sweepJobs(store.db, clock)) {
      const rows = await store.db.$count(gatewayJobRows);
      expect(before - rows).toBeLessThanOrEqual(1_000);
      [before, batches] = [rows, batches + 1];
    }
    expect(batches).toBe(8);
    const left = await store.db.select({ id: gatewayJobs.id }).from(gatewayJobs);
    expect(left.map(({ id }) => id).sort()).toEqual([fresh, upload].sort());
    expect(await store.db.$count(gatewayJobRows)).toBe(20);
    expect(await store.db.$count(gatewayJobChunks)).toBe(10);
  });
});
