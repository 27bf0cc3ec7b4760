import { expect, test } from 'vitest';
import { batchEvents, startDueAttempts } from '#services/loyalty/testing/deliver.ts';
import { startReceiver } from '#services/loyalty/testing/receiver.ts';
import { setUpWebhookSender } from '#services/loyalty/testing/webhook-sender.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { deliveryAttempts } from './deliveries-table.ts';
import { webhookTargets } from './webhook-targets-table.ts';

describeBothStorages('the webhook worker with failing receivers', (storage) => {
  const sender = setUpWebhookSender(storage);

  test('does not delay other receivers when one hangs', async () => {
    const dead = await startReceiver();
    dead.respondWith(0);
    await sender.addTarget(dead.url);
    for (let n = 0; n < 8; n += 1) {
      await sender.emit(1);
      await batchEvents(storage.db, sender.clock.now());
    }
    sender.start();
    await sender.until(() => sender.receiver.received.length === 8);
    expect(dead.received.length).toBeLessThanOrEqual(4);
    await dead.close();
  });

  test('does not delay other receivers when dozens hang', async () => {
    await storage.db.delete(webhookTargets);
    const dead = await startReceiver();
    dead.respondWith(0);
    for (let n = 0; n < 30; n += 1) await sender.addTarget(`${dead.url}/${n}`);
    await sender.addTarget(sender.receiver.url);
    for (let n = 0; n < 6; n += 1) {
      await sender.emit(1);
      await batchEvents(storage.db, sender.clock.now());
    }
    sender.start();
    await sender.until(() => sender.receiver.received.length === 6);
    await dead.close();
  });

  test('stops without waiting for a receiver that hangs and logs the attempt', async () => {
    sender.receiver.respondWith(0);
    await sender.emit(1);
    const worker = sender.start({ stopGraceMs: 500 });
    await sender.until(() => sender.receiver.received.length === 1);
    const startedAt = performance.now();
    await worker.stop();
    const took = performance.now() - startedAt;
    expect(took).toBeGreaterThan(450);
    const [attempt] = await storage.db.select().from(deliveryAttempts);
    expect(attempt).toMatchObject({ number: 1, status: null, endedAt: expect.any(Date) });
    expect(attempt?.error).toBeTruthy();
    // Otherwise it would have waited for the attempt's timeout.
    expect(attempt?.error).not.toContain('No response within');
    expect(await sender.listDeliveries()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  });

  test("logs a secret that can't be decrypted and sends nothing", async () => {
    await storage.db.update(webhookTargets).set({ encryptedSecret: 'key.of-another-deployment' });
    await sender.emit(1);
    sender.start({ maxAttempts: 1 });
    await sender.until(async () => (await sender.listDeliveries()).length === 1);
    await sender.until(sender.areAll('failed'));
    expect(sender.receiver.received).toEqual([]);
    expect(await storage.db.select().from(deliveryAttempts)).toMatchObject([
      { error: "The webhook's secret can't be decrypted", endedAt: expect.any(Date) },
    ]);
  });

  test('counts an attempt whose process crashed and keeps the schedule', async () => {
    await sender.emit(1);
    await batchEvents(storage.db, sender.clock.now());
    const now = sender.clock.now();
    const schedule = sender.dependencies({ maxAttempts: 2 });
    const lost = await startDueAttempts(storage.db, schedule, now);
    expect(lost.length).toBe(1);
    await sender.sendDue({ maxAttempts: 2 });
    expect(sender.receiver.received.length).toBe(0);
    sender.clock.advance(300);
    await sender.sendDue({ maxAttempts: 2 });
    expect(sender.receiver.received.length).toBe(1);
    expect(await sender.areAll('delivered')()).toBe(true);
    expect((await sender.listDeliveries())[0]?.attempts).toBe(2);
  });

  test('rejects private addresses outside the demo, by name and by number', async () => {
    await storage.db.delete(webhookTargets);
    await sender.addTarget(sender.receiver.url);
    await sender.addTarget(sender.receiver.url.replace('127.0.0.1', 'localhost'));
    await sender.addTarget(sender.receiver.url.replace('127.0.0.1', '[::ffff:127.0.0.1]'));
    await sender.emit(1);
    sender.start({ allowPrivateAddresses: false, maxAttempts: 1 });
    await sender.until(async () => (await sender.listDeliveries()).length === 3);
    await sender.until(sender.areAll('failed'));
    expect(sender.receiver.received).toEqual([]);
    const log = await storage.db.select().from(deliveryAttempts);
    for (const { error } of log) expect(error).toMatch(/does not have a public address$/);
  });

  test('sends to this deployment itself at a private address', async () => {
    await sender.emit(1);
    sender.start({ allowPrivateAddresses: false, ownOrigin: new URL(sender.receiver.url).origin });
    await sender.until(() => sender.receiver.received.length === 1);
  });
});
