import { randomUUID } from 'node:crypto';
import { beforeAll, expect, test } from 'vitest';
import { createProgram } from '#services/loyalty/testing/program.ts';
import { addSeconds } from '#services/platform/clock.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring } from '#services/platform/secrets/keyring.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { deliveries, deliveryAttempts } from './deliveries-table.ts';
import { outboundEvents } from './outbound-events-table.ts';
import { sweepWebhooks } from './sweep-webhooks.ts';
import { createWebhookTarget } from './targets/webhook-targets.ts';

describeBothStorages('sweeping sent webhooks', (storage) => {
  const clock = createTestClock();
  const daysAgo = (days: number) => addSeconds(clock.now(), -days * 86_400);
  let programId: number;
  let targetId: number;

  beforeAll(async () => {
    programId = (await createProgram(storage.db)).program.id;
    const encryption = createEncryption(await createKeyring());
    const url = 'https://hooks.example.com/loyalty';
    const target = { programId, url, secret: 'a secret of the test' };
    targetId = (await createWebhookTarget(storage.db, encryption, target)).id;
  });

  const request = (state: 'waiting' | 'delivered' | 'failed', days: number) => ({
    targetId,
    requestId: randomUUID(),
    body: `${state} ${days}`,
    state,
    nextAttemptAt: clock.now(),
    createdAt: daysAgo(days),
  });
  const event = (days: number, isBatched: boolean) => ({
    programId,
    eventId: randomUUID(),
    eventType: `${isBatched ? 'batched' : 'unbatched'} ${days}`,
    data: {},
    createdAt: daysAgo(days),
    batchedAt: isBatched ? daysAgo(days) : null,
  });

  test('deletes only completed deliveries and their log after 30 days', async () => {
    const rows = await storage.db
      .insert(deliveries)
      .values([
        request('delivered', 31),
        request('failed', 31),
        request('waiting', 31),
        request('delivered', 29),
      ])
      .returning({ id: deliveries.id });
    await storage.db
      .insert(deliveryAttempts)
      .values(rows.map(({ id }) => ({ deliveryId: id, number: 1, startedAt: clock.now() })));
    const many = Array.from({ length: 1_200 }, () => event(31, true));
    await storage.db.insert(outboundEvents).values([...many, event(31, false), event(29, true)]);

    expect(await sweepWebhooks(storage.db, clock)).toBe(true);
    expect(await sweepWebhooks(storage.db, clock)).toBe(false);
    const left = await storage.db.select({ body: deliveries.body }).from(deliveries);
    expect(left.map(({ body }) => body).sort()).toEqual(['delivered 29', 'waiting 31']);
    expect(await storage.db.$count(deliveryAttempts)).toBe(2);
    const events = await storage.db.select({ type: outboundEvents.eventType }).from(outboundEvents);
    expect(events.map(({ type }) => type).sort()).toEqual(['batched 29', 'unbatched 31']);
  });
});
