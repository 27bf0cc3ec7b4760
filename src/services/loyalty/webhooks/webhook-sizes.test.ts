import { eq, sql } from 'drizzle-orm';
import fc from 'fast-check';
import { expect, test, vi } from 'vitest';
import { createProgram } from '#services/loyalty/testing/program.ts';
import { setUpWebhookSender } from '#services/loyalty/testing/webhook-sender.ts';
import { propertyRuns } from '#services/platform/testing/fuzz/property-runs.ts';
import { rejectRows } from '#services/platform/testing/reject-rows.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { deliveries, deliveryDays } from './deliveries-table.ts';
import { emitEvents } from './emit-events.ts';
import { outboundEvents } from './outbound-events-table.ts';
import { webhookTargets } from './webhook-targets-table.ts';

/** The largest attributes of a member (decisions.md, 40). */
const MAX_ATTRIBUTES_BYTES = 64 * 1024;

describeBothStorages('webhooks of every number and size', (storage) => {
  const sender = setUpWebhookSender(storage);

  const emit = (programId: number, { count, bytes }: { count: number; bytes: number }) =>
    emitEvents(
      storage.db,
      { programId, eventType: 'event_campaign_entered', now: sender.clock.now() },
      Array.from({ length: count }, (_, n) => ({
        member_info: { member_id: `M-${n}`, custom_attributes: { note: 'x'.repeat(bytes) } },
      })),
    );
  test('get each event of their program once, whatever is in the database of others', async () => {
    const programs = fc.array(
      fc.record({
        webhooks: fc.integer({ min: 0, max: 22 }),
        bursts: fc.array(
          fc.record({
            count: fc.integer({ min: 1, max: 30 }),
            bytes: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: MAX_ATTRIBUTES_BYTES })),
          }),
          { minLength: 1, maxLength: 2 },
        ),
      }),
      { minLength: 1, maxLength: 3 },
    );
    await fc.assert(
      fc.asyncProperty(programs, async (all) => {
        await storage.db.delete(webhookTargets);
        await storage.db.delete(outboundEvents);
        sender.receiver.received.length = 0;
        let expected = 0;
        for (const { webhooks, bursts } of all) {
          const { program } = await createProgram(storage.db);
          for (let n = 0; n < webhooks; n += 1) {
            await sender.addTarget(sender.receiver.url, program.id);
          }
          for (const burst of bursts) {
            await emit(program.id, burst);
            expected += burst.count * webhooks;
          }
        }
        let arrived = 0;
        sender.receiver.respondWith(({ body }) => {
          arrived += Number(/"total_count":(\d+)/.exec(body)?.[1]);
          return 200;
        });
        const worker = sender.start();
        await vi.waitFor(() => expect(arrived).toBe(expected), { timeout: 60_000, interval: 100 });
        await worker.stop();
        for (const { body } of sender.receiver.received) {
          const { total_count: count, events } = JSON.parse(body);
          expect(events).toHaveLength(count);
        }
        const waiting = await storage.db.select().from(outboundEvents);
        expect(waiting.filter(({ batchedAt }) => batchedAt === null)).toEqual([]);
        const counted = await storage.db.select().from(deliveryDays);
        const total = counted.reduce((sum, { total: each }) => sum + each, 0);
        expect(total).toBe(await storage.db.$count(deliveries));
      }),
      { numRuns: propertyRuns(6) },
    );
  }, 120_000);

  test('lose no other event if the database rejects one', async () => {
    await emit(sender.programId, { count: 5, bytes: 10 });
    const rows = await storage.db.select().from(outboundEvents).orderBy(outboundEvents.id);
    const poison = rows.at(-3)?.id ?? 0;
    const accept = await rejectRows(storage.db, {
      before: 'update',
      table: 'loyalty_outbound_events',
      when: sql`new.id = ${sql.raw(String(poison))}`,
    });
    const { program } = await createProgram(storage.db);
    await sender.addTarget(sender.receiver.url, program.id);
    await emit(program.id, { count: 3, bytes: 10 });
    const worker = sender.start();
    const counts = () =>
      sender.receiver.received.reduce((sum, { body }) => sum + JSON.parse(body).total_count, 0);
    await sender.until(() => counts() === 7);
    await accept();
    sender.clock.advance(600);
    worker.wake();
    await sender.until(() => counts() === 8);
  });

  test('send the others if one delivery can be neither started nor built', async () => {
    for (let n = 0; n < 4; n += 1) await sender.addTarget(sender.receiver.url);
    await emit(sender.programId, { count: 1, bytes: 10 });
    const worker = sender.start();
    await sender.until(() => sender.receiver.received.length === 5);
    await worker.stop();
    const [first, second] = await storage.db.select().from(deliveries).orderBy(deliveries.id);
    await storage.db.update(deliveries).set({ state: 'waiting', bodyHash: null });
    await storage.db
      .update(deliveries)
      .set({ eventIds: [] })
      .where(eq(deliveries.id, second?.id ?? 0));
    await rejectRows(storage.db, {
      before: 'update',
      table: 'loyalty_deliveries',
      when: sql`new.id = ${sql.raw(String(first?.id ?? 0))} and new.attempts > old.attempts`,
    });
    sender.clock.advance(300);
    sender.start();
    await sender.until(() => sender.receiver.received.length === 8);
    await sender.until(async () => {
      const states = (await sender.listDeliveries()).map(({ state }) => state);
      return states.filter((state) => state === 'delivered').length === 3;
    });
    expect((await sender.listDeliveries()).map(({ state }) => state).sort()).toEqual([
      'delivered',
      'delivered',
      'delivered',
      'failed',
      'waiting',
    ]);
  });
});
