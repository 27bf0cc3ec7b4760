import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { createAccountsTeam } from '#services/advocacy/testing/accounts-team.ts';
import { listReceived } from '#services/advocacy/testing/factors-user.ts';
import { addMember, createUser } from '#services/advocacy/testing/sign-in.ts';
import { startAdvocacy, type TestAdvocacy } from '#services/advocacy/testing/start-advocacy.ts';
import { connectTeam } from '#services/compose/connect-team.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { createProgram } from '#services/loyalty/testing/program.ts';
import { type Receiver, startReceiver } from '#services/loyalty/testing/receiver.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { deliveries } from '#services/loyalty/webhooks/deliveries-table.ts';
import { emitEvents } from '#services/loyalty/webhooks/emit-events.ts';
import { createWebhookTarget } from '#services/loyalty/webhooks/targets/webhook-targets.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import { startWebhookWorker } from '#services/loyalty/webhooks/webhook-worker.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import type { Worker } from '#services/platform/jobs/worker.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { handleFailingWebhooks } from './failing-webhooks.ts';
import { createWebhookManagement } from './webhook-management.ts';

describeBothStorages('failing webhooks (decisions.md, 62)', (store) => {
  let service: TestAdvocacy;
  let loyalty: TestLoyalty;
  let program: Program;
  let administrator: string;
  let receiver: Receiver;
  let worker: Worker;
  let id: number;

  beforeAll(async () => {
    service = await startAdvocacy(store.storage);
    loyalty = await startLoyalty(store.storage);
  });
  afterAll(async () => {
    await loyalty?.close();
    await service?.close();
  });
  const webhookDependencies = () => ({
    ...loyalty.dependencies,
    clock: service.clock,
    allowPrivateAddresses: true,
    ownOrigin: 'https://patron.test',
  });
  beforeEach(async () => {
    await store.db.delete(webhookTargets);
    receiver = await startReceiver();
    ({ program } = await createProgram(store.db));
    const { encryption } = loyalty.dependencies;
    const { teamId, writerRoleId } = await createAccountsTeam(service);
    const { userId, email } = await createUser(store.db, `${randomUUID()}@brand.test`);
    await addMember(store.db, userId, teamId, writerRoleId);
    administrator = email;
    await connectTeam(
      { db: store.db, encryption, publicUrl: 'https://patron.test' },
      teamId,
      program,
    );
    await store.db.delete(webhookTargets);
    const target = { programId: program.id, url: receiver.url, secret: 'whsec-test-of-failures' };
    ({ id } = await createWebhookTarget(store.db, encryption, target));
    worker = startWebhookWorker({ ...webhookDependencies(), retrySeconds: 300, maxAttempts: 1 });
  });
  afterEach(async () => {
    await worker.stop();
    await receiver.close();
  });

  /** Sends an event, and waits until its only attempt has ended. */
  async function emit(): Promise<void> {
    const event = {
      programId: program.id,
      eventType: 'event_campaign_entered',
      now: service.clock.now(),
    };
    await emitEvents(store.db, event, [{ member_info: { member_id: 'M-1' } }]);
    const ended = receiver.received.length + 1;
    worker.wake();
    await vi.waitFor(async () => {
      expect(receiver.received).toHaveLength(ended);
      const states = await store.db
        .select({ state: deliveries.state })
        .from(deliveries)
        .where(eq(deliveries.targetId, id));
      expect(states).toHaveLength(ended);
      expect(states.every(({ state }) => state !== 'waiting')).toBe(true);
    });
  }
  const run = () => handleFailingWebhooks(service.dependencies);
  const emails = async () => (await listReceived(service, administrator)).length;
  const isPaused = async () => {
    const [target] = await store.db.select().from(webhookTargets);
    return target?.disabledAt !== null;
  };
  const pass = (days: number) => service.clock.advance(days * DAY_SECONDS);
  async function failForThreeDays(): Promise<void> {
    receiver.respondWith(500);
    await emit();
    for (let day = 0; day < 3; day += 1) {
      pass(1);
      await emit();
      await run();
    }
  }

  test('are reported after one and two days, and paused after three', async () => {
    receiver.respondWith(500);
    await emit();
    await run();
    expect([await emails(), await isPaused()]).toEqual([0, false]);
    for (const [count, paused] of [
      [1, false],
      [2, false],
      [2, true],
    ]) {
      pass(1);
      await emit();
      await run();
      await run();
      expect([await emails(), await isPaused()]).toEqual([count, paused]);
    }
    expect(
      await store.db
        .select({ action: auditEvents.action, actor: auditEvents.actorName })
        .from(auditEvents)
        .where(eq(auditEvents.partnerId, program.partnerId)),
    ).toContainEqual({ action: 'webhook.pause', actor: 'Patron' });
  });

  test('are left alone after a success, and without new attempts', async () => {
    receiver.respondWith(500);
    await emit();
    pass(2);
    await run();
    expect(await emails()).toBe(0);
    receiver.respondWith(200);
    await emit();
    receiver.respondWith(500);
    await emit();
    pass(0.5);
    await run();
    expect(await emails()).toBe(0);
  });

  test('that were paused are resumed by a successful test only', async () => {
    await failForThreeDays();
    const webhooks = createWebhookManagement(webhookDependencies());
    await webhooks.test(program.partnerId, id);
    expect(
      (await webhooks.list(program.partnerId)).find((each) => each.id === String(id)),
    ).toMatchObject({
      paused: true,
      paused_by_failures: true,
    });
    receiver.respondWith(200);
    await webhooks.test(program.partnerId, id);
    expect(
      (await webhooks.list(program.partnerId)).find((each) => each.id === String(id)),
    ).toMatchObject({
      paused: false,
      paused_by_failures: false,
    });
    await webhooks.change(program.partnerId, id, { paused: true });
    await webhooks.test(program.partnerId, id);
    expect(await isPaused()).toBe(true);
  });
});
