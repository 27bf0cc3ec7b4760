import { asc } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, vi } from 'vitest';
import type { WebhookDependencies } from '#services/loyalty/dependencies.ts';
import { deliveries } from '#services/loyalty/webhooks/deliveries-table.ts';
import { emitEvents } from '#services/loyalty/webhooks/emit-events.ts';
import { createWebhookTarget } from '#services/loyalty/webhooks/targets/webhook-targets.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import { startWebhookWorker } from '#services/loyalty/webhooks/webhook-worker.ts';
import type { Storage } from '#services/platform/database/database.ts';
import type { Worker } from '#services/platform/jobs/worker.ts';
import { createProgram } from './program.ts';
import { type Receiver, startReceiver } from './receiver.ts';
import { startLoyalty, type TestLoyalty } from './start-loyalty.ts';

export const WEBHOOK_SECRET = 'whsec-test';

/** Sets up a new program with one receiver for each test, and stops the started workers after it. */
export function setUpWebhookSender(context: { storage: Storage }) {
  let service: TestLoyalty;
  let receiver: Receiver;
  let workers: Worker[] = [];
  let programId: number;

  beforeAll(async () => {
    service = await startLoyalty(context.storage);
  });
  afterAll(() => service.close());
  beforeEach(async () => {
    const { db } = context.storage;
    await db.delete(webhookTargets);
    receiver = await startReceiver();
    programId = (await createProgram(db)).program.id;
    await addTarget(receiver.url);
  });
  afterEach(async () => {
    await receiver.close();
    await Promise.all(workers.map((worker) => worker.stop()));
    workers = [];
  });

  const addTarget = (url: string, ofProgram = programId) =>
    createWebhookTarget(context.storage.db, service.dependencies.encryption, {
      programId: ofProgram,
      url,
      secret: WEBHOOK_SECRET,
    });
  const dependencies = (options: Partial<WebhookDependencies> = {}): WebhookDependencies => ({
    ...service.dependencies,
    retrySeconds: 300,
    maxAttempts: 5,
    allowPrivateAddresses: true,
    ownOrigin: 'http://localhost:4180',
    ...options,
  });
  const listDeliveries = () =>
    context.storage.db.select().from(deliveries).orderBy(asc(deliveries.id));
  const start = (options?: Partial<WebhookDependencies>) => {
    const worker = startWebhookWorker(dependencies(options));
    workers.push(worker);
    return worker;
  };
  return {
    get clock() {
      return service.clock;
    },
    get receiver() {
      return receiver;
    },
    get programId() {
      return programId;
    },
    addTarget,
    dependencies,
    listDeliveries,
    start,
    /** Sends what is due now; resolves when all responses are stored. */
    sendDue: (options?: Partial<WebhookDependencies>) => start(options).stop(),
    emit: (count: number, eventType = 'event_campaign_entered') =>
      emitEvents(
        context.storage.db,
        { programId, eventType, now: service.clock.now() },
        Array.from({ length: count }, (_, n) => ({ member_info: { member_id: `M-${n}` } })),
      ),
    until: (check: () => unknown) =>
      vi.waitFor(async () => expect(await check()).toBeTruthy(), { timeout: 8000, interval: 25 }),
    /** Whether all deliveries have a state. */
    areAll: (state: string) => async () =>
      (await listDeliveries()).every((delivery) => delivery.state === state),
  };
}
