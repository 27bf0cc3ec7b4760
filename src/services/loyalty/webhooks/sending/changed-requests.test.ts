import { eq, inArray, sql } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { batchEvents } from '#services/loyalty/testing/deliver.ts';
import { setUpWebhookSender } from '#services/loyalty/testing/webhook-sender.ts';
import { deliveries } from '#services/loyalty/webhooks/deliveries-table.ts';
import { outboundEvents } from '#services/loyalty/webhooks/outbound-events-table.ts';
import { one } from '#services/platform/database/one.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { removeEventsFromDeliveries } from './changed-requests.ts';
import { completeOldDeliveries } from './complete-deliveries.ts';
import { buildBodies } from './request-body.ts';

describeBothStorages('webhook requests whose events are erased', (storage) => {
  const sender = setUpWebhookSender(storage);

  const eventsOf = (body: string) =>
    (JSON.parse(body).events as { data: { member_info: { member_id: string } } }[]).map(
      ({ data }) => data.member_info.member_id,
    );
  const erase = (position: number) =>
    storage.db.transaction(async (tx) => {
      const rows = await tx
        .select({ id: outboundEvents.id })
        .from(outboundEvents)
        .where(eq(outboundEvents.programId, sender.programId))
        .orderBy(outboundEvents.id);
      const ids = [rows[position]?.id ?? 0];
      await removeEventsFromDeliveries(tx, ids);
      await tx.delete(outboundEvents).where(inArray(outboundEvents.id, ids));
    });

  test('go out without them if they were not attempted', async () => {
    await sender.emit(3);
    await batchEvents(storage.db, sender.clock.now());
    await erase(1);
    await sender.sendDue();
    expect(sender.receiver.received.map(({ body }) => eventsOf(body))).toEqual([['M-0', 'M-2']]);
    expect(JSON.parse(sender.receiver.received[0]?.body ?? '').total_count).toBe(2);
  });

  test('end if they were attempted, and their other events go out in a new request', async () => {
    sender.receiver.respondWith(500);
    await sender.emit(3);
    await sender.sendDue();
    await erase(1);
    sender.receiver.respondWith(200);
    sender.clock.advance(300);
    await sender.sendDue();
    await sender.sendDue();
    const bodies = sender.receiver.received.map(({ body }) => body);
    expect(bodies.map(eventsOf)).toEqual([
      ['M-0', 'M-1', 'M-2'],
      ['M-0', 'M-2'],
    ]);
    expect(new Set(bodies.map((body) => JSON.parse(body).request_id)).size).toBe(2);
    expect((await sender.listDeliveries()).map(({ state }) => state)).toEqual([
      'failed',
      'delivered',
    ]);
  });

  test('are deleted with their only event, and leave others as they are', async () => {
    await sender.emit(1);
    await batchEvents(storage.db, sender.clock.now());
    await sender.emit(1);
    await batchEvents(storage.db, sender.clock.now());
    const [, neighbour] = await sender.listDeliveries();
    await erase(0);
    expect(await sender.listDeliveries()).toEqual([neighbour]);
  });

  test('lose them if a process before 0.3.0 stored the request', async () => {
    await sender.emit(2);
    await batchEvents(storage.db, sender.clock.now());
    const source = one(await sender.listDeliveries());
    const [built] = await buildBodies(storage.db, [source]);
    const body = Buffer.concat(built?.parts ?? []).toString();
    await storage.db.update(deliveries).set({ body, eventIds: null, bytes: null });
    await erase(0);
    await sender.sendDue();
    expect(sender.receiver.received.map(({ body: sent }) => eventsOf(sent))).toEqual([['M-1']]);
  });
});

describeBothStorages('webhook requests beside a process before 0.3.0', (storage) => {
  const sender = setUpWebhookSender(storage);

  /** What such a process does to claim a delivery. */
  const startOldAttempt = async () =>
    one(
      (
        await storage.db.execute<{ body: string }>(sql`
          update loyalty_deliveries set attempts = attempts + 1 where state = 'waiting' returning body`)
      ).rows,
    ).body;

  test('have the same bytes, whichever of the two sends them', async () => {
    await sender.emit(2);
    await sender.emit(1, 'event_"quoted" é\u{1f4e6}');
    await batchEvents(storage.db, sender.clock.now());
    const [first] = await sender.listDeliveries();
    await storage.db.delete(deliveries).where(sql`id <> ${first?.id ?? 0}`);
    const body = await startOldAttempt();
    expect(JSON.parse(body)).toMatchObject({ request_id: first?.requestId, total_count: 2 });
    await storage.db.update(deliveries).set({ body: '', attempts: 0 });
    sender.receiver.respondWith(500);
    await sender.sendDue();
    await startOldAttempt();
    sender.clock.advance(300);
    await sender.sendDue();
    expect(sender.receiver.received.map((request) => request.body)).toEqual([body, body]);
  });

  test('are sent as that process stored them, and get the keys of their events', async () => {
    await sender.emit(2);
    await batchEvents(storage.db, sender.clock.now());
    const { eventIds } = one(await sender.listDeliveries());
    const body = await startOldAttempt();
    const stored = JSON.stringify(JSON.parse(body), null, 1);
    await storage.db.update(deliveries).set({ body: stored, eventIds: null, bytes: null });
    await completeOldDeliveries(storage.db, silentLog);
    expect(await sender.listDeliveries()).toMatchObject([{ eventIds, bytes: stored.length }]);
    await sender.sendDue();
    expect(sender.receiver.received.map((request) => request.body)).toEqual([stored]);
  });

  test('need no stored body', async () => {
    await sender.emit(1);
    await sender.sendDue();
    expect(await sender.listDeliveries()).toMatchObject([
      { body: '', bodyHash: expect.stringMatching(/^[0-9a-f]{64}$/) },
    ]);
  });
});
