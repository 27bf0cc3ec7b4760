import { createHmac } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import {
  CAMPAIGN_ENTERED,
  MEMBER_TIER_UPGRADE,
  WEBHOOK_NONCE_HEADER,
  WEBHOOK_SIGNATURE_HEADER,
} from '#contract/loyalty/webhooks.ts';
import type { ManagedWebhook } from '#contract/program/webhooks.ts';
import { connectTeam } from '#services/compose/connect-team.ts';
import { startGateway, type TestGateway } from '#services/gateway/testing/start-gateway.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { createProgram } from '#services/loyalty/testing/program.ts';
import { type Received, type Receiver, startReceiver } from '#services/loyalty/testing/receiver.ts';
import { startLoyalty, type TestLoyalty } from '#services/loyalty/testing/start-loyalty.ts';
import { deliveries } from '#services/loyalty/webhooks/deliveries-table.ts';
import { outboundEvents } from '#services/loyalty/webhooks/outbound-events-table.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import { startWebhookWorker } from '#services/loyalty/webhooks/webhook-worker.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { updateContext } from '#services/platform/context.ts';
import type { Worker } from '#services/platform/jobs/worker.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createProgramManagement } from './program-management.ts';

const WEBHOOKS = '/teams/1/program/webhooks';

describeBothStorages('webhooks of a program (decisions.md, 62)', (store) => {
  let loyalty: TestLoyalty;
  let gateway: TestGateway;
  let program: Program;
  let receiver: Receiver;
  let worker: Worker;
  let serial = 0;
  const addresses = { allowPrivateAddresses: true };

  beforeAll(async () => {
    loyalty = await startLoyalty(store.storage);
    const { encryption } = loyalty.dependencies;
    const management = {
      ...loyalty.dependencies,
      ownOrigin: 'https://patron.test',
      get allowPrivateAddresses() {
        return addresses.allowPrivateAddresses;
      },
    };
    gateway = await startGateway(store.storage, {
      clock: loyalty.clock,
      encryption,
      servesLoyalty: true,
      loyaltyBaseUrl: loyalty.baseUrl,
      authorizeTeamMember: async () => {
        const user = { id: '5', name: 'Ana' };
        updateContext({ actor: { kind: 'user', ...user }, teamId: 1 });
        return { teamId: 1, user, role: { kind: 'administrator' } };
      },
      hasIdToken: async ({ query }) => (query as { id_token?: string }).id_token === 'valid',
      programs: createProgramManagement(management),
    });
    ({ program } = await createProgram(store.db));
    // The gateway is the receiver of its inbox.
    await connectTeam({ db: store.db, encryption, publicUrl: gateway.url }, 1, program);
    worker = startWebhookWorker({ ...management, retrySeconds: 300, maxAttempts: 2 });
  });
  afterAll(async () => {
    await worker?.stop();
    await gateway?.close();
    await loyalty?.close();
  });
  beforeEach(async () => {
    addresses.allowPrivateAddresses = true;
    receiver = await startReceiver();
    await store.db.delete(auditEvents);
  });
  afterEach(() => receiver.close());

  const send = async (method: string, path: string, body?: unknown, query = '?id_token=valid') => {
    const response = await gateway.call(`${path}${query}`, {
      method,
      ...(body === undefined
        ? {}
        : { body: JSON.stringify(body), headers: { 'content-type': 'application/json' } }),
    });
    const text = await response.text();
    return { status: response.status, document: text === '' ? undefined : JSON.parse(text) };
  };
  const create = async (body: object = {}): Promise<ManagedWebhook & { secret: string }> => {
    const { status, document } = await send('POST', WEBHOOKS, { url: receiver.url, ...body });
    expect([status, document]).toEqual([201, expect.anything()]);
    return document.data;
  };
  const list = async () => (await send('GET', WEBHOOKS, undefined, '')).document.data;
  const deliveriesOf = async ({ id }: { id: string }) =>
    (await send('GET', `${WEBHOOKS}/${id}/deliveries`, undefined, '')).document.data;
  const emit = async (eventType: string = CAMPAIGN_ENTERED) => {
    serial += 1;
    await store.db.insert(outboundEvents).values({
      programId: program.id,
      eventId: `event-${serial}`,
      eventType,
      data: {} as never,
      createdAt: loyalty.clock.now(),
    });
    worker.wake();
  };
  const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 8000 });
  const remove = (webhook: { id: string }) => send('DELETE', `${WEBHOOKS}/${webhook.id}`);
  const isSignedWith = (secret: string, { body, headers }: Received) =>
    createHmac('sha512', secret)
      .update(`${body}:${headers[WEBHOOK_NONCE_HEADER]}`)
      .digest('hex') === headers[WEBHOOK_SIGNATURE_HEADER];

  test('are created with a secret, changed, paused and deleted, and each change is recorded', async () => {
    const { secret, ...webhook } = await create({ event_types: [CAMPAIGN_ENTERED] });
    expect(webhook).toMatchObject({
      url: receiver.url,
      event_types: [CAMPAIGN_ENTERED],
      paused: false,
      to_inbox: false,
      health: { delivered: 0, failed: 0, last_delivered_at: null, next_attempt_at: null },
    });
    const path = `${WEBHOOKS}/${webhook.id}`;
    expect((await send('PATCH', path, { paused: true })).document.data.paused).toBe(true);
    await send('PATCH', path, { paused: true });
    const changed = await send('PATCH', path, { paused: false, event_types: null });
    expect(changed.document.data).toMatchObject({ paused: false, event_types: null });
    expect((await remove(webhook)).status).toBe(204);
    expect((await send('PATCH', path, { paused: true })).status).toBe(404);
    const events = await store.db.select().from(auditEvents).orderBy(auditEvents.id);
    expect(events.map(({ action, actorName }) => [action, actorName])).toEqual([
      ['webhook.create', 'Ana'],
      ['webhook.pause', 'Ana'],
      ['webhook.update', 'Ana'],
      ['webhook.delete', 'Ana'],
    ]);
    expect(JSON.stringify([events, await list()])).not.toContain(secret);
  });

  test("are not added with the address of the team's inbox, however it is written", async () => {
    const inbox = (await list()).find(({ to_inbox: isInbox }: { to_inbox: boolean }) => isInbox);
    const other = await create();
    for (const url of [inbox.url, `${inbox.url}?again`, inbox.url.replace('http:', 'HTTP:')]) {
      const added = await send('POST', WEBHOOKS, { url });
      expect([added.status, added.document.errors[0].detail]).toEqual([
        409,
        "This is the address of the team's inbox, which gets the program's events already.",
      ]);
      expect((await send('PATCH', `${WEBHOOKS}/${other.id}`, { url })).status).toBe(409);
    }
    // The same path at another deployment, and another team's.
    const elsewhere = inbox.url.replace(gateway.url, 'https://staging.example');
    for (const url of [elsewhere, inbox.url.replace('/teams/1/', '/teams/11/')]) {
      await remove(await create({ url }));
    }
    expect((await send('PATCH', `${WEBHOOKS}/${inbox.id}`, { url: inbox.url })).status).toBe(200);
    await remove(other);
  });

  test('with the address of the inbox, added by an earlier version, have a secret of their own', async () => {
    const [inbox] = await list();
    const [row] = await store.db
      .select()
      .from(webhookTargets)
      .where(eq(webhookTargets.id, Number(inbox.id)));
    const { id: _, ...twin } = row ?? {};
    const [added] = await store.db
      .insert(webhookTargets)
      .values(twin as typeof webhookTargets.$inferInsert)
      .returning();
    const document = (await list()).find(({ id }: { id: string }) => id === String(added?.id));
    expect(document).toMatchObject({ url: inbox.url, to_inbox: false });
    const rotated = await send('POST', `${WEBHOOKS}/${added?.id}/secret`);
    expect(rotated.document.data.secret).toEqual(expect.any(String));
    expect((await remove({ id: String(added?.id) })).status).toBe(204);
    expect((await list()).map(({ to_inbox: isInbox }: { to_inbox: boolean }) => isInbox)).toEqual([
      true,
    ]);
  });

  test('need the id_token, a public address and known event types', async () => {
    expect((await send('POST', WEBHOOKS, { url: receiver.url }, '')).status).toBe(403);
    addresses.allowPrivateAddresses = false;
    const rejected = await send('POST', WEBHOOKS, { url: 'http://10.0.0.1/hook' });
    expect(rejected.status).toBe(422);
    expect(rejected.document.errors[0].source).toEqual({ pointer: '/url' });
    const types = { url: 'https://shop.example/hook', event_types: ['other'] };
    expect((await send('POST', WEBHOOKS, types)).status).toBe(422);
    const webhook = await create({ url: 'https://shop.example/hook' });
    const moved = { url: 'http://192.168.0.1/hook' };
    expect((await send('PATCH', `${WEBHOOKS}/${webhook.id}`, moved)).status).toBe(422);
    await remove(webhook);
  });

  test('receive only their types of events', async () => {
    const webhook = await create({ event_types: [MEMBER_TIER_UPGRADE] });
    await emit(CAMPAIGN_ENTERED);
    await emit(MEMBER_TIER_UPGRADE);
    await until(() => expect(receiver.received).toHaveLength(1));
    expect(receiver.received[0]?.body).toContain(MEMBER_TIER_UPGRADE);
    await remove(webhook);
  });

  test('list their deliveries with what the receiver responded, which can be sent again', async () => {
    const webhook = await create();
    receiver.respondWith(500);
    await emit();
    await until(async () =>
      expect(await deliveriesOf(webhook)).toMatchObject([
        {
          state: 'waiting',
          event_type: CAMPAIGN_ENTERED,
          events: 1,
          next_attempt_at: expect.any(String),
          inbox_request_id: null,
          attempts: [{ number: 1, status: 500, response: 'ok', error: null }],
        },
      ]),
    );
    await store.db
      .update(deliveries)
      .set({ state: 'failed', attempts: 2 })
      .where(eq(deliveries.targetId, Number(webhook.id)));
    receiver.respondWith(200);
    const since = { since: '2026-01-01T00:00:00Z' };
    const path = `${WEBHOOKS}/${webhook.id}`;
    expect((await send('POST', `${path}/retry`, since)).document.data).toEqual({ retried: 1 });
    worker.wake();
    await until(async () =>
      expect(await deliveriesOf(webhook)).toMatchObject([
        { state: 'delivered', attempts: [{ number: 1 }, { number: 3, status: 200 }] },
      ]),
    );
    const [delivery] = await deliveriesOf(webhook);
    const again = await send('POST', `${path}/deliveries/${delivery.id}/retry`);
    expect([again.status, again.document.data]).toEqual([202, { retried: 1 }]);
    worker.wake();
    await until(() => expect(receiver.received).toHaveLength(3));
    expect((await send('POST', `${path}/deliveries/999999/retry`)).status).toBe(404);
    expect((await send('POST', `${path}/retry`, since)).document.data).toEqual({ retried: 0 });
    const retries = await store.db
      .select({ changes: auditEvents.changes })
      .from(auditEvents)
      .where(
        and(eq(auditEvents.action, 'webhook.retry'), eq(auditEvents.subjectId, String(webhook.id))),
      )
      .orderBy(auditEvents.id);
    expect(retries.map(({ changes }) => changes[0]?.after)).toEqual([1, 1, 0]);
    await remove(webhook);
  });

  test('can be tested, and the response is shown', async () => {
    const webhook = await create();
    receiver.respondWith(403);
    expect((await send('POST', `${WEBHOOKS}/${webhook.id}/test`)).document.data).toMatchObject({
      ok: false,
      status: 403,
      response: 'ok',
    });
    await remove(webhook);
  });

  test('reach receivers with either secret while it is replaced', async () => {
    const webhook = await create();
    const path = `${WEBHOOKS}/${webhook.id}`;
    const rotated = (await send('POST', `${path}/secret`)).document.data;
    expect(rotated.secret).not.toBe(webhook.secret);
    expect(rotated.next_secret_at).toEqual(expect.any(String));
    const accept = (secret: string) =>
      receiver.respondWith((request) => (isSignedWith(secret, request) ? 200 : 401));
    const reaches = async (secret: string) => {
      accept(secret);
      await emit();
      await until(async () => {
        const [newest] = await deliveriesOf(webhook);
        expect(newest).toMatchObject({ state: 'delivered', attempts: [{ status: 200 }] });
        expect((await list()).at(-1).health.waiting).toBe(0);
      });
    };
    for (const secret of [webhook.secret, rotated.secret]) await reaches(secret);
    const switched = await send('POST', `${path}/secret/switch`);
    expect(switched.document.data).toMatchObject({
      next_secret_at: null,
      previous_secret_until: expect.any(String),
    });
    expect((await send('POST', `${path}/secret/switch`)).status).toBe(409);
    for (const secret of [webhook.secret, rotated.secret]) await reaches(secret);
    const replaced = (await send('POST', `${path}/secret`, { replace: true })).document.data;
    expect(replaced).toMatchObject({ next_secret_at: null, previous_secret_until: null });
    await reaches(replaced.secret);
    await remove(webhook);
  });

  test('count by day what they sent, and show each request with its body', async () => {
    const webhook = await create();
    const path = `${WEBHOOKS}/${webhook.id}`;
    const get = async (suffix: string, query = '') =>
      send('GET', `${path}${suffix}`, undefined, query);
    await emit();
    await until(async () =>
      expect(await deliveriesOf(webhook)).toMatchObject([{ state: 'delivered' }]),
    );
    const [delivery] = await deliveriesOf(webhook);
    expect(delivery.first_event).toEqual({
      id: `event-${serial}`,
      member_id: null,
      member_name: null,
    });
    const { data } = (await get(`/deliveries/${delivery.id}`)).document;
    const [request] = receiver.received;
    expect(data).toMatchObject({
      url: receiver.url,
      body: request?.body,
      headers: {
        [WEBHOOK_SIGNATURE_HEADER]: request?.headers[WEBHOOK_SIGNATURE_HEADER],
        [WEBHOOK_NONCE_HEADER]: request?.headers[WEBHOOK_NONCE_HEADER],
      },
      attempts: [{ number: 1, status: 200 }],
    });
    const days = (await get('/days')).document.data;
    expect(days.days).toHaveLength(14);
    expect(days.days.at(-1)).toMatchObject({ delivered: 1, failed: 0, waiting: 0 });
    expect(days.median_ms).toEqual(expect.any(Number));
    const inState = async (state: string) => {
      const { document } = await get('/deliveries', `?state=${state}`);
      return [document.total, document.data.length];
    };
    expect([await inState('delivered'), await inState('failed')]).toEqual([
      [1, 1],
      [0, 0],
    ]);
    const other = await create();
    expect((await send('GET', `${WEBHOOKS}/${other.id}/deliveries/${delivery.id}`)).status).toBe(
      404,
    );
    for (const each of [webhook, other]) await remove(each);
  });

  test('show what they missed while paused, and are resumed with it or without', async () => {
    const webhook = await create();
    const path = `${WEBHOOKS}/${webhook.id}`;
    await send('PATCH', path, { paused: true });
    await emit();
    await emit();
    await until(async () => expect((await list()).at(-1).held).toBe(2));
    expect((await send('POST', `${path}/resend`, { since: '2026-03-18T00:00:00Z' })).status).toBe(
      409,
    );
    const resumed = await send('PATCH', path, { paused: false, held: 'send' });
    expect(resumed.document.data).toMatchObject({ paused: false, held: 0 });
    worker.wake();
    await until(() => expect(receiver.received.length).toBeGreaterThan(0));
    await remove(webhook);
  });

  test("fill the team's inbox without a rejected request while its secret is replaced", async () => {
    const inbox = (await list()).find(({ to_inbox: isInbox }: { to_inbox: boolean }) => isInbox);
    const path = `${WEBHOOKS}/${inbox.id}`;
    // Signed with the last secret: its end of the connection is one rotation behind.
    const [before] = await store.db
      .select()
      .from(webhookTargets)
      .where(eq(webhookTargets.id, Number(inbox.id)));
    expect((await send('POST', `${path}/secret`)).document.data.secret).toBeNull();
    await store.db
      .update(webhookTargets)
      .set({ encryptedSecret: before?.encryptedSecret ?? '', previousEncryptedSecret: null })
      .where(eq(webhookTargets.id, Number(inbox.id)));
    await emit();
    await until(async () =>
      expect((await deliveriesOf(inbox))[0]).toMatchObject({
        state: 'delivered',
        inbox_request_id: expect.any(String),
        attempts: [{ status: 200 }],
      }),
    );
    expect((await remove(inbox)).status).toBe(422);
    expect((await send('PATCH', path, { url: receiver.url })).status).toBe(422);
  });
});
