import { asc, eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import { CAMPAIGN_ENTERED, MEMBER_TIER_UPGRADE } from '#contract/loyalty/webhooks.ts';
import { batchEvents } from '#services/loyalty/testing/deliver.ts';
import { setUpWebhookSender } from '#services/loyalty/testing/webhook-sender.ts';
import { resendEvents } from '#services/loyalty/webhooks/batches/resend-events.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { changeWebhook, type WebhookChange } from './change-webhooks.ts';
import { resendSince } from './missed-events.ts';
import { listWebhookDocuments } from './webhook-documents.ts';

describeBothStorages('events that a webhook missed', (storage) => {
  const sender = setUpWebhookSender(storage);
  let id = 0;

  beforeEach(async () => {
    const [target] = await storage.db
      .select()
      .from(webhookTargets)
      .where(eq(webhookTargets.programId, sender.programId))
      .orderBy(asc(webhookTargets.id));
    id = target?.id ?? 0;
  });

  const program = () => ({ id: sender.programId, partnerId: 'partner' });
  const change = (changes: WebhookChange) =>
    changeWebhook(storage.db, program(), id, {
      ...changes,
      now: sender.clock.now(),
      address: { allowPrivateAddress: true },
    });
  const missed = async () => {
    const webhooks = await listWebhookDocuments(storage.db, sender.programId, sender.clock.now());
    return webhooks.find((webhook) => webhook.id === String(id))?.held;
  };
  const emit = async (count: number, type: string = CAMPAIGN_ENTERED) => {
    await sender.emit(count, type);
    await batchEvents(storage.db, sender.clock.now());
  };
  const sendAll = async () => {
    while (await resendEvents(storage.db, silentLog, sender.clock.now()));
    for (let n = 0; n < 5; n += 1) await sender.sendDue();
  };
  const receivedEvents = () =>
    sender.receiver.received.flatMap(({ body }) => (JSON.parse(body).events as object[]).length);

  test('while it was paused are counted, and sent when it is resumed', async () => {
    await emit(2);
    // Not yet in a delivery, at the same moment.
    await sender.emit(1);
    await change({ paused: true });
    expect(await missed()).toBe(0);
    await emit(3);
    expect(await missed()).toBe(4);
    expect(await sender.listDeliveries()).toHaveLength(1);
    await change({ paused: false });
    expect(await missed()).toBe(0);
    await emit(1);
    await sendAll();
    expect(receivedEvents().sort()).toEqual([1, 2, 4]);
  });

  test('are left out if they are skipped, then and later', async () => {
    await change({ paused: true });
    await emit(3);
    await change({ paused: false, held: 'skip' });
    await change({ paused: true });
    expect(await missed()).toBe(0);
    await emit(2);
    await change({ paused: false, held: 'send' });
    await sendAll();
    expect(receivedEvents()).toEqual([2]);
  });

  test('are those of its types alone', async () => {
    await change({ eventTypes: [MEMBER_TIER_UPGRADE] });
    await change({ paused: true });
    await emit(3);
    await emit(2, MEMBER_TIER_UPGRADE);
    expect(await missed()).toBe(2);
    await change({ paused: false });
    await sendAll();
    expect(receivedEvents()).toEqual([2]);
  });

  test('are not sent to the other webhooks again', async () => {
    await sender.addTarget(`${sender.receiver.url}/other`);
    await change({ paused: true });
    await emit(1_200);
    expect(await missed()).toBe(1_200);
    await change({ paused: false });
    await sendAll();
    await sendAll();
    expect(receivedEvents().reduce((sum, count) => sum + count, 0)).toBe(2_400);
    const ids = (await sender.listDeliveries()).map(({ targetId }) => targetId);
    expect(ids.filter((targetId) => targetId === id)).toHaveLength(12);
  });

  test('and all others since a moment are sent again, if it is not paused', async () => {
    const since = sender.clock.now();
    const resend = (from = since) =>
      resendSince(storage.db, program(), id, { since: from, now: sender.clock.now() });
    await emit(2);
    await sendAll();
    sender.clock.advance(60);
    const later = sender.clock.now();
    await emit(3);
    await sendAll();
    expect([await resend(later), await resend()]).toEqual([3, 5]);
    await sendAll();
    expect(receivedEvents().sort()).toEqual([2, 3, 3, 5]);
    await change({ paused: true });
    await expect(resend()).rejects.toThrow('This webhook is paused');
    sender.clock.advance(31 * DAY_SECONDS);
    await expect(resend()).rejects.toThrow('at most 30 days ago');
  });
});
