import { eq, sql } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { addSeconds } from '#services/platform/clock.ts';
import { one } from '#services/platform/database/one.ts';
import { messages } from '#services/platform/messages/messages-table.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createClaims } from './claims.ts';

const NOW = new Date('2026-01-31T12:00:00.000Z');
const LEASE_SECONDS = 60;

const claims = createClaims({
  table: messages,
  key: 'id',
  batchSize: 3,
  leaseSeconds: LEASE_SECONDS,
  retry: { firstSeconds: 10, factor: 2, maxSeconds: 60 },
});

describeBothStorages('claims', (store) => {
  const insertDueAt = (...times: Date[]) =>
    store.db.insert(messages).values(
      times.map((nextAttemptAt, index) => ({
        channel: 'email' as const,
        to: `user-${index}@brand.test`,
        createdAt: NOW,
        expiresAt: addSeconds(NOW, 3_600),
        nextAttemptAt,
      })),
    );
  const claimDue = (now = NOW) => claims.claimDue(store.db, now);

  beforeEach(() => store.db.delete(messages));

  test('take the rows that have been due longest, up to a batch', async () => {
    await insertDueAt(...[-1, -4, -2, -3, 1].map((seconds) => addSeconds(NOW, seconds)));
    const first = await claimDue();
    expect(first.map(({ to }) => to).sort()).toEqual([
      'user-1@brand.test',
      'user-2@brand.test',
      'user-3@brand.test',
    ]);
    expect((await claimDue()).map(({ to }) => to)).toEqual(['user-0@brand.test']);
    expect(await claimDue()).toEqual([]);
  });

  test('go to one process each', async () => {
    await insertDueAt(...Array.from({ length: 12 }, () => NOW));
    const batches = await Promise.all(Array.from({ length: 6 }, () => claimDue()));
    const ids = batches.flat().map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    for (const batch of batches) expect(batch.length).toBeLessThanOrEqual(claims.batchSize);
  });

  test('of one batch are finished together, except those that were claimed again', async () => {
    await insertDueAt(NOW, NOW, NOW);
    const batch = await claimDue();
    const [lost, ...others] = batch;
    await store.db
      .update(messages)
      .set({ nextAttemptAt: addSeconds(NOW, 2 * LEASE_SECONDS) })
      .where(eq(messages.id, lost?.id ?? 0));
    expect(await claims.finishAll(store.db, batch, { nextAttemptAt: null })).toEqual(others);
    expect(await claims.finishAll(store.db, [], { nextAttemptAt: null })).toEqual([]);
    expect(await claimDue(addSeconds(NOW, 2 * LEASE_SECONDS))).toHaveLength(1);
  });

  test('can be claimed again when the lease ends, and only the new holder may finish', async () => {
    await insertDueAt(NOW);
    const lost = one(await claimDue());
    expect(await claimDue(addSeconds(NOW, LEASE_SECONDS - 1))).toEqual([]);
    const current = one(await claimDue(addSeconds(NOW, LEASE_SECONDS)));
    expect(await claims.finish(store.db, lost, { nextAttemptAt: null })).toBe(false);
    expect(await claims.finish(store.db, current, { nextAttemptAt: null })).toBe(true);
    expect(await store.db.$count(messages)).toBe(1);
    expect(one(await store.db.select().from(messages)).nextAttemptAt).toBeNull();
  });

  test('are released if their process has ended, except rows that wait after a failure', async () => {
    await insertDueAt(NOW, NOW, addSeconds(NOW, LEASE_SECONDS + 2));
    const [failed, claimed] = await claimDue();
    if (!failed || !claimed) throw new Error('Two rows are due');
    const { outcome } = claims.fail(failed, new Error('No response'), NOW);
    await claims.finish(store.db, failed, outcome);
    await claims.releaseAll(store.db, addSeconds(NOW, 1));
    expect((await claimDue(addSeconds(NOW, 1))).map(({ id }) => id)).toEqual([claimed.id]);
    expect(await claims.finish(store.db, claimed, { nextAttemptAt: null })).toBe(false);
  });

  test('wait longer after each failure, up to the maximum', async () => {
    await insertDueAt(NOW);
    let now = NOW;
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt += 1) {
      const claim = one(await claimDue(now));
      const { outcome, waitSeconds } = claims.fail(claim, new Error('x'.repeat(600)), now);
      expect(outcome).toEqual({
        attempts: attempt,
        nextAttemptAt: addSeconds(now, waitSeconds),
        lastError: 'x'.repeat(500),
      });
      await claims.finish(store.db, claim, outcome);
      waits.push(waitSeconds);
      now = outcome.nextAttemptAt;
    }
    expect(waits).toEqual([10, 20, 40, 60]);
  });

  test('save the message of an external service without what a column can not hold', async () => {
    await insertDueAt(NOW);
    const claim = one(await claimDue());
    const { outcome } = claims.fail(claim, new Error('Out of\0 order\ud800'), NOW);
    expect(await claims.finish(store.db, claim, outcome)).toBe(true);
    expect(one(await store.db.select().from(messages)).lastError).toBe('Out of order\ufffd');
  });

  test.each([
    [sql`select ${'ada@brand.test'}::int`, 'Unexpected error'],
    // The state of a statement that took too long.
    [
      sql`do $$ begin raise exception 'ada@brand.test' using errcode = '57014'; end $$`,
      'The database is unavailable',
    ],
  ])('save no statement or parameter of a failed query (%#)', async (query, message) => {
    await insertDueAt(NOW);
    const claim = one(await claimDue());
    const error: unknown = await store.db.execute(query).catch((failure: unknown) => failure);
    expect(String(error)).toContain('ada@brand.test');
    expect(claims.fail(claim, error, NOW).outcome.lastError).toBe(message);
  });
});
