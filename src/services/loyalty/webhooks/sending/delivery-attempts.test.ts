import { asc, eq, sql } from 'drizzle-orm';
import { expect, onTestFinished, test } from 'vitest';
import { batchEvents, startDueAttempts } from '#services/loyalty/testing/deliver.ts';
import { startReceiver } from '#services/loyalty/testing/receiver.ts';
import { setUpWebhookSender } from '#services/loyalty/testing/webhook-sender.ts';
import { deliveries, deliveryAttempts } from '#services/loyalty/webhooks/deliveries-table.ts';
import { addSeconds } from '#services/platform/clock.ts';
import { rejectRows } from '#services/platform/testing/reject-rows.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { type Attempt, finishAttempts } from './delivery-attempts.ts';

const SCHEDULE = { retrySeconds: 300, maxAttempts: 5 };

describeBothStorages('finishing delivery attempts', (storage) => {
  const sender = setUpWebhookSender(storage);

  /** Starts the first attempt of new deliveries, one for each of the targets. */
  const startFirst = async (count: number): Promise<Attempt[]> => {
    for (let added = 1; added < count; added += 1) await sender.addTarget(sender.receiver.url);
    await sender.emit(1);
    await batchEvents(storage.db, sender.clock.now());
    const attempts = await startDueAttempts(storage.db, SCHEDULE, sender.clock.now());
    expect(attempts).toHaveLength(count);
    return attempts.sort((a, b) => a.deliveryId - b.deliveryId);
  };

  test('stores many ends together, each with its own outcome', async () => {
    const attempts = await startFirst(7);
    const startedAt = sender.clock.now();
    const setDelivery = (index: number, values: Partial<typeof deliveries.$inferSelect>) =>
      storage.db
        .update(deliveries)
        .set(values)
        .where(eq(deliveries.id, attempts[index]?.deliveryId ?? 0));
    const nextLease = addSeconds(startedAt, 1_000);
    // Their leases ended, and another process began the second attempt.
    await setDelivery(3, { attempts: 2, nextAttemptAt: nextLease });
    await setDelivery(4, { attempts: 2, nextAttemptAt: nextLease });
    // The second attempt has ended too.
    await setDelivery(5, { attempts: 2, state: 'delivered', nextAttemptAt: nextLease });
    await setDelivery(6, { attempts: 5 });
    await storage.db
      .update(deliveryAttempts)
      .set({ number: 5 })
      .where(eq(deliveryAttempts.deliveryId, attempts[6]?.deliveryId ?? 0));
    const unreachable = { status: null, error: 'ECONNREFUSED "a\\b" \u{1f4e6}' };
    const results = [
      { status: 200 },
      { status: 503 },
      unreachable,
      { status: 503 },
      { status: 200 },
      { status: 503 },
      { status: 503 },
    ];
    const ends = attempts.map(({ deliveryId, targetId, failingSince }, index) => ({
      ...{ deliveryId, targetId, failingSince, number: index === 6 ? 5 : 1 },
      result: results[index] ?? unreachable,
      endedAt: addSeconds(startedAt, index),
      bodyHash: `hash ${index}`,
      headers: { nonce: String(index) },
    }));
    await finishAttempts(storage.db, SCHEDULE, ends.toReversed());

    const retryAt = (index: number) => addSeconds(startedAt, index + SCHEDULE.retrySeconds);
    expect(
      (await sender.listDeliveries()).map((row) => [row.state, row.attempts, row.nextAttemptAt]),
    ).toEqual([
      ['delivered', 1, retryAt(0)],
      ['waiting', 1, retryAt(1)],
      ['waiting', 1, retryAt(2)],
      ['waiting', 2, nextLease],
      ['delivered', 2, retryAt(4)],
      ['delivered', 2, nextLease],
      ['failed', 5, retryAt(6)],
    ]);
    const log = await storage.db
      .select()
      .from(deliveryAttempts)
      .orderBy(asc(deliveryAttempts.deliveryId));
    expect(
      log.map(({ status, error, endedAt, headers }) => ({ status, error, endedAt, headers })),
    ).toEqual(
      ends.map(({ result, endedAt, headers }) => ({ error: null, ...result, endedAt, headers })),
    );
  });

  test('loses no end because the database rejects another one', async () => {
    const rejected = await startReceiver();
    onTestFinished(rejected.close);
    rejected.respondWith(418);
    await sender.addTarget(rejected.url);
    for (let n = 0; n < 8; n += 1) await sender.addTarget(sender.receiver.url);
    await rejectRows(storage.db, {
      before: 'update',
      table: 'loyalty_delivery_attempts',
      when: sql`new.status = 418`,
    });
    await sender.emit(1);
    sender.start();
    await sender.until(() => rejected.received.length === 1);
    await sender.until(async () => {
      const states = (await sender.listDeliveries()).map(({ state }) => state);
      return states.filter((state) => state === 'delivered').length === 9;
    });
    const ended = await storage.db.select().from(deliveryAttempts);
    expect(ended.filter(({ endedAt }) => endedAt === null)).toHaveLength(1);
    expect(sender.receiver.received).toHaveLength(9);
  });
});
