import { createHmac } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { expect, test } from 'vitest';
import { webhookEventSchema, webhookRequestSchema } from '#contract/loyalty/webhooks.ts';
import { batchEvents } from '#services/loyalty/testing/deliver.ts';
import { addMembers, createProgram } from '#services/loyalty/testing/program.ts';
import { setUpWebhookSender, WEBHOOK_SECRET } from '#services/loyalty/testing/webhook-sender.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { deliveryAttempts } from './deliveries-table.ts';
import { emitEvents } from './emit-events.ts';
import { enterCampaign } from './enter-campaign.ts';
import { webhookTargets } from './webhook-targets-table.ts';

describeBothStorages('the webhook worker', (storage) => {
  const sender = setUpWebhookSender(storage);

  test('sends an envelope of events of one type with a signature of its bytes', async () => {
    await sender.emit(2);
    await sender.emit(1, 'event_member_tierupgrade');
    sender.start();
    await sender.until(() => sender.receiver.received.length === 2);
    const bodies = sender.receiver.received.map(({ headers, body }) => {
      const nonce = String(headers.nonce);
      const signature = createHmac('sha512', WEBHOOK_SECRET)
        .update(`${body}:${nonce}`)
        .digest('hex');
      expect(headers['x-loyalty-signature']).toBe(signature);
      expect(nonce).toBe(String(sender.clock.now().getTime()));
      expect(headers['content-type']).toBe('application/json');
      return webhookRequestSchema.parse(JSON.parse(body));
    });
    expect(bodies.map(({ total_count }) => total_count).sort()).toEqual([1, 2]);
    for (const { events, created_date } of bodies) {
      const types = events.map((event) => webhookEventSchema.parse(event).event_type);
      expect(new Set(types).size).toBe(1);
      expect(created_date).toBe('03/18/2026 12:00:00');
    }
    await sender.until(sender.areAll('delivered'));
  });

  test('sends as many events in a request as fit into 512 KB, and a larger one alone', async () => {
    const event = {
      programId: sender.programId,
      eventType: 'event_campaign_entered',
      now: sender.clock.now(),
    };
    const sizes = [1, 600, 1, 300, 200, 200, ...Array(10).fill(20)];
    const data = sizes.map((kilobytes) => ({
      member_info: { member_id: 'M-1', custom_attributes: { note: 'é'.repeat(kilobytes * 512) } },
    }));
    await emitEvents(storage.db, event, data);
    await batchEvents(storage.db, sender.clock.now());
    const counts = (await sender.listDeliveries()).map(({ eventIds }) => eventIds?.length);
    expect(counts).toEqual([1, 1, 3, 11]);
  });

  test.each([500, 201, 204, 302, 410])(
    'retries after status %i with the same bytes, five attempts in all',
    async (status) => {
      sender.receiver.respondWith(status);
      await sender.emit(1);
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        await sender.sendDue();
        expect(sender.receiver.received.length).toBe(attempt);
        sender.clock.advance(299);
        await sender.sendDue();
        expect(sender.receiver.received.length).toBe(attempt);
        sender.clock.advance(1);
      }
      expect(await sender.areAll('failed')()).toBe(true);
      const bodies = new Set(sender.receiver.received.map(({ body }) => body));
      const nonces = new Set(sender.receiver.received.map(({ headers }) => headers.nonce));
      expect([bodies.size, nonces.size, sender.receiver.received.length]).toEqual([1, 5, 5]);
      const log = await storage.db
        .select()
        .from(deliveryAttempts)
        .orderBy(asc(deliveryAttempts.number));
      expect(log.map((entry) => [entry.number, entry.status])).toEqual(
        [1, 2, 3, 4, 5].map((number) => [number, status]),
      );
    },
  );

  test('sends an event only if its change is committed', async () => {
    const failing = storage.db.transaction(async (tx) => {
      const event = {
        programId: sender.programId,
        eventType: 'event_campaign_entered',
        now: sender.clock.now(),
      };
      await emitEvents(tx, event, [{ member_info: { member_id: 'M-1' } }]);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await sender.emit(1);
    sender.start();
    await sender.until(() => sender.receiver.received.length > 0);
    await sender.until(sender.areAll('delivered'));
    expect(await sender.listDeliveries()).toHaveLength(1);
    expect(JSON.parse(sender.receiver.received[0]?.body ?? '{}')).toMatchObject({ total_count: 1 });
  });

  test('sends nothing to a paused webhook until it is resumed', async () => {
    await sender.emit(1);
    await batchEvents(storage.db, sender.clock.now());
    await storage.db.update(webhookTargets).set({ disabledAt: sender.clock.now() });
    await sender.sendDue();
    expect(sender.receiver.received).toEqual([]);
    await storage.db.update(webhookTargets).set({ disabledAt: null });
    await sender.sendDue();
    expect(sender.receiver.received).toHaveLength(1);
  });

  test('sends each event once with three concurrent workers', async () => {
    for (let n = 0; n < 30; n += 1) await sender.emit(3);
    for (let n = 0; n < 3; n += 1) sender.start();
    const ids = () =>
      sender.receiver.received.flatMap(({ body }) =>
        (JSON.parse(body).events as { id: string }[]).map(({ id }) => id),
      );
    await sender.until(() => ids().length >= 90);
    await sender.until(sender.areAll('delivered'));
    expect(new Set(ids()).size).toBe(90);
    expect(ids().length).toBe(90);
  });

  test('sends an event for every member that enters a campaign, or none if one is unknown', async () => {
    const { program } = await createProgram(storage.db);
    await addMembers(storage.db, program.id, [{ memberId: 'M-1' }, { memberId: 'M-2' }]);
    await sender.addTarget(sender.receiver.url, program.id);
    const enter = (memberIds: string[]) =>
      storage.db.transaction((tx) =>
        enterCampaign(tx, program, { memberIds, campaignName: 'Spring' }, sender.clock.now()),
      );
    await expect(enter(['M-1', 'M-9'])).rejects.toThrow(/member_ids/);
    await enter(['M-1', 'M-2', 'M-1']);
    sender.start();
    await sender.until(() => sender.receiver.received.length === 1);
    const { events } = JSON.parse(sender.receiver.received[0]?.body ?? '{}');
    expect(events).toMatchObject([
      { data: { member_info: { member_id: 'M-1' }, campaign_info: { campaign_name: 'Spring' } } },
      { data: { member_info: { member_id: 'M-2' }, campaign_info: { campaign_name: 'Spring' } } },
    ]);
    const [target] = await storage.db
      .select()
      .from(webhookTargets)
      .where(eq(webhookTargets.programId, program.id));
    expect(target?.encryptedSecret).not.toContain(WEBHOOK_SECRET);
  });
});
