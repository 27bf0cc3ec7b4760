import { createHmac } from 'node:crypto';
import { asc, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { webhookEventSchema, webhookRequestSchema } from '#contract/loyalty/webhooks.ts';
import type { WebhookDependencies } from '#services/loyalty/dependencies.ts';
import { addMembers, createProgram } from '#services/loyalty/testing/program.ts';
import { type Receiver, startReceiver } from '#services/loyalty/testing/receiver.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import type { Worker } from '#services/platform/jobs/worker.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { batchEvents } from './batch-events.ts';
import { deliveries, deliveryAttempts } from './deliveries-table.ts';
import { beginAttempts } from './delivery-attempts.ts';
import { emitEvents } from './emit-events.ts';
import { enterCampaign } from './enter-campaign.ts';
import { createWebhookTarget } from './targets/webhook-targets.ts';
import { webhookTargets } from './webhook-targets-table.ts';
import { startWebhookWorker } from './webhook-worker.ts';

const SECRET = 'whsec-test';

describeStorages('the webhook worker', (storage) => {
  let service: TestLoyalty;
  let receiver: Receiver;
  let workers: Worker[] = [];
  let programId: number;

  beforeAll(async () => {
    service = await startLoyalty(storage.storage);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    await storage.db.delete(webhookTargets);
    receiver = await startReceiver();
    programId = (await createProgram(storage.db)).program.id;
    await addTarget(receiver.url);
  });
  afterEach(async () => {
    await receiver.close();
    await Promise.all(workers.map((worker) => worker.stop()));
    workers = [];
  });

  const addTarget = (url: string) =>
    createWebhookTarget(storage.db, service.dependencies.encryption, {
      programId,
      url,
      secret: SECRET,
    });
  const dependencies = (options: Partial<WebhookDependencies> = {}): WebhookDependencies => ({
    ...service.dependencies,
    retrySeconds: 300,
    maxAttempts: 5,
    allowPrivateAddresses: true,
    ownOrigin: 'http://localhost:4180',
    ...options,
  });
  const start = (options?: Partial<WebhookDependencies>) => {
    workers.push(startWebhookWorker(dependencies(options)));
  };
  const emit = (count: number, eventType = 'event_campaign_entered') =>
    emitEvents(
      storage.db,
      { programId, eventType, now: service.clock.now() },
      Array.from({ length: count }, (_, n) => ({ member_info: { member_id: `M-${n}` } })),
    );
  const requests = () => storage.db.select().from(deliveries).orderBy(asc(deliveries.id));
  const until = (check: () => unknown) =>
    vi.waitFor(async () => expect(await check()).toBeTruthy(), { timeout: 8000, interval: 25 });
  const isState = (state: string) => async () =>
    (await requests()).every((request) => request.state === state);

  test('sends an envelope of events of one type with a signature of its bytes', async () => {
    await emit(2);
    await emit(1, 'event_member_tierupgrade');
    start();
    await until(() => receiver.received.length === 2);
    const bodies = receiver.received.map(({ headers, body }) => {
      const nonce = String(headers.nonce);
      const signature = createHmac('sha512', SECRET).update(`${body}:${nonce}`).digest('hex');
      expect(headers['x-loyalty-signature']).toBe(signature);
      expect(nonce).toBe(String(service.clock.now().getTime()));
      expect(headers['content-type']).toBe('application/json');
      return webhookRequestSchema.parse(JSON.parse(body));
    });
    expect(bodies.map(({ total_count }) => total_count).sort()).toEqual([1, 2]);
    for (const { events, created_date } of bodies) {
      const types = events.map((event) => webhookEventSchema.parse(event).event_type);
      expect(new Set(types).size).toBe(1);
      expect(created_date).toBe('03/18/2026 12:00:00');
    }
    await until(isState('delivered'));
  });

  test.each([500, 201, 204, 302, 410])(
    'retries after status %i with the same bytes, five attempts in all',
    async (status) => {
      receiver.respondWith(status);
      await emit(1);
      start();
      for (let attempt = 1; attempt <= 5; attempt += 1) {
        await until(() => receiver.received.length === attempt);
        await until(async () => {
          const ended = await storage.db.select().from(deliveryAttempts);
          return ended.filter(({ endedAt }) => endedAt).length >= attempt;
        });
        service.clock.advance(299);
        workers[0]?.wake();
        await new Promise((resolve) => setTimeout(resolve, 30));
        expect(receiver.received.length).toBe(attempt);
        service.clock.advance(1);
        workers[0]?.wake();
      }
      await until(isState('failed'));
      const bodies = new Set(receiver.received.map(({ body }) => body));
      const nonces = new Set(receiver.received.map(({ headers }) => headers.nonce));
      expect([bodies.size, nonces.size, receiver.received.length]).toEqual([1, 5, 5]);
      const log = await storage.db
        .select()
        .from(deliveryAttempts)
        .orderBy(asc(deliveryAttempts.number));
      expect(log.map((entry) => [entry.number, entry.status])).toEqual(
        [1, 2, 3, 4, 5].map((number) => [number, status]),
      );
    },
  );

  test('does not delay other receivers when one hangs', async () => {
    const dead = await startReceiver();
    dead.respondWith(0);
    await addTarget(dead.url);
    for (let n = 0; n < 8; n += 1) {
      await emit(1);
      await batchEvents(storage.db, service.clock.now());
    }
    start();
    await until(() => receiver.received.length === 8);
    expect(dead.received.length).toBeLessThanOrEqual(4);
    await dead.close();
  });

  test('does not delay other receivers when dozens hang', async () => {
    await storage.db.delete(webhookTargets);
    const dead = await startReceiver();
    dead.respondWith(0);
    for (let n = 0; n < 30; n += 1) await addTarget(`${dead.url}/${n}`);
    await addTarget(receiver.url);
    for (let n = 0; n < 6; n += 1) {
      await emit(1);
      await batchEvents(storage.db, service.clock.now());
    }
    start();
    await until(() => receiver.received.length === 6);
    await dead.close();
  });

  test('stops without waiting for a receiver that hangs and logs the attempt', async () => {
    receiver.respondWith(0);
    await emit(1);
    start({ stopGraceMs: 500 });
    await until(() => receiver.received.length === 1);
    const startedAt = performance.now();
    await workers[0]?.stop();
    const took = performance.now() - startedAt;
    // The grace is given, and no more; the receiver would be waited for ten seconds.
    expect(took).toBeGreaterThan(450);
    expect(took).toBeLessThan(4_000);
    const [attempt] = await storage.db.select().from(deliveryAttempts);
    expect(attempt).toMatchObject({ number: 1, status: null, endedAt: expect.any(Date) });
    expect(attempt?.error).toBeTruthy();
    expect(await requests()).toMatchObject([{ state: 'waiting', attempts: 1 }]);
  });

  test("logs a secret that can't be decrypted and sends nothing", async () => {
    await storage.db.update(webhookTargets).set({ encryptedSecret: 'key.of-another-deployment' });
    await emit(1);
    start({ maxAttempts: 1 });
    await until(async () => (await requests()).length === 1);
    await until(isState('failed'));
    expect(receiver.received).toEqual([]);
    expect(await storage.db.select().from(deliveryAttempts)).toMatchObject([
      { error: "The webhook's secret can't be decrypted", endedAt: expect.any(Date) },
    ]);
  });

  test('sends an event only if its change is committed', async () => {
    const failing = storage.db.transaction(async (tx) => {
      const event = { programId, eventType: 'event_campaign_entered', now: service.clock.now() };
      await emitEvents(tx, event, [{ member_info: { member_id: 'M-1' } }]);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await emit(1);
    start();
    await until(() => receiver.received.length > 0);
    await until(isState('delivered'));
    expect(await requests()).toHaveLength(1);
    expect(JSON.parse(receiver.received[0]?.body ?? '{}')).toMatchObject({ total_count: 1 });
  });

  test('sends nothing to a paused webhook until it is resumed', async () => {
    await emit(1);
    await batchEvents(storage.db, service.clock.now());
    await storage.db.update(webhookTargets).set({ disabledAt: service.clock.now() });
    start();
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(receiver.received).toEqual([]);
    await storage.db.update(webhookTargets).set({ disabledAt: null });
    workers[0]?.wake();
    await until(() => receiver.received.length === 1);
  });

  test('sends each event once with three concurrent workers', async () => {
    for (let n = 0; n < 30; n += 1) await emit(3);
    for (let n = 0; n < 3; n += 1) start();
    const ids = () =>
      receiver.received.flatMap(({ body }) =>
        (JSON.parse(body).events as { id: string }[]).map(({ id }) => id),
      );
    await until(() => ids().length >= 90);
    await until(isState('delivered'));
    expect(new Set(ids()).size).toBe(90);
    expect(ids().length).toBe(90);
  });

  test('counts an attempt whose process crashed and keeps the schedule', async () => {
    await emit(1);
    await batchEvents(storage.db, service.clock.now());
    const now = service.clock.now();
    const lost = await beginAttempts(storage.db, dependencies({ maxAttempts: 2 }), {
      now,
      limit: 10,
      busyTargets: [],
    });
    expect(lost.length).toBe(1);
    start({ maxAttempts: 2 });
    await new Promise((resolve) => setTimeout(resolve, 100));
    expect(receiver.received.length).toBe(0);
    service.clock.advance(300);
    workers[0]?.wake();
    await until(() => receiver.received.length === 1);
    await until(isState('delivered'));
    expect((await requests())[0]?.attempts).toBe(2);
  });

  test('rejects private addresses outside the demo, by name and by number', async () => {
    await storage.db.delete(webhookTargets);
    await addTarget(receiver.url);
    await addTarget(receiver.url.replace('127.0.0.1', 'localhost'));
    await addTarget(receiver.url.replace('127.0.0.1', '[::ffff:127.0.0.1]'));
    await emit(1);
    start({ allowPrivateAddresses: false, maxAttempts: 1 });
    await until(async () => (await requests()).length === 3);
    await until(isState('failed'));
    expect(receiver.received).toEqual([]);
    const log = await storage.db.select().from(deliveryAttempts);
    for (const { error } of log) expect(error).toMatch(/does not have a public address$/);
  });

  test('sends to this deployment itself at a private address', async () => {
    await emit(1);
    start({ allowPrivateAddresses: false, ownOrigin: new URL(receiver.url).origin });
    await until(() => receiver.received.length === 1);
  });

  test('sends an event for every member that enters a campaign, or none if one is unknown', async () => {
    const { program } = await createProgram(storage.db);
    await addMembers(storage.db, program.id, [{ memberId: 'M-1' }, { memberId: 'M-2' }]);
    programId = program.id;
    await addTarget(receiver.url);
    const enter = (memberIds: string[]) =>
      storage.db.transaction((tx) =>
        enterCampaign(tx, program, { memberIds, campaignName: 'Spring' }, service.clock.now()),
      );
    await expect(enter(['M-1', 'M-9'])).rejects.toThrow(/member_ids/);
    await enter(['M-1', 'M-2', 'M-1']);
    start();
    await until(() => receiver.received.length === 1);
    const { events } = JSON.parse(receiver.received[0]?.body ?? '{}');
    expect(events).toMatchObject([
      { data: { member_info: { member_id: 'M-1' }, campaign_info: { campaign_name: 'Spring' } } },
      { data: { member_info: { member_id: 'M-2' }, campaign_info: { campaign_name: 'Spring' } } },
    ]);
    const [target] = await storage.db
      .select()
      .from(webhookTargets)
      .where(eq(webhookTargets.programId, programId));
    expect(target?.encryptedSecret).not.toContain(SECRET);
  });
});
