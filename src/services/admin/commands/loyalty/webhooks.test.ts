import { createHmac } from 'node:crypto';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import {
  createLoyaltyFixture,
  createProgramFixture,
} from '#services/admin/testing/admin-fixture.ts';
import { startAdmin } from '#services/admin/testing/start-admin.ts';
import { connectTeam } from '#services/compose/connect-team.ts';
import { inboxUrl } from '#services/gateway/gateway-addresses.ts';
import { findInboxSecrets } from '#services/gateway/loyalty/loyalty-connections.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';
import { createProgram } from '#services/loyalty/testing/program.ts';
import { type Received, type Receiver, startReceiver } from '#services/loyalty/testing/receiver.ts';
import { emitEvents } from '#services/loyalty/webhooks/emit-events.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import { startWebhookWorker } from '#services/loyalty/webhooks/webhook-worker.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import type { Worker } from '#services/platform/jobs/worker.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

interface ShownWebhook {
  id: number;
  url: string;
  secret: string;
}

describeStorages('admin webhooks', (store) => {
  // The test receivers have private addresses, which only the demo may send to.
  const fixture = createLoyaltyFixture(store, { demo: true });
  const program = createProgramFixture(fixture);
  let receiver: Receiver;
  let worker: Worker;
  const startWorker = () =>
    startWebhookWorker({
      ...fixture.service.dependencies,
      retrySeconds: 300,
      maxAttempts: 5,
      allowPrivateAddresses: true,
      ownOrigin: 'https://patron.example.com',
    });

  beforeEach(async () => {
    receiver = await startReceiver();
    worker = startWorker();
  });
  afterEach(async () => {
    await worker.stop();
    await receiver.close();
  });

  const webhooks = (...args: string[]) => program.args('webhooks', ...args);
  const create = () =>
    fixture.admin.runJson(webhooks('create', receiver.url)) as Promise<ShownWebhook>;
  const list = () => fixture.admin.runJson(webhooks('list')) as Promise<Record<string, unknown>[]>;
  const emit = async () => {
    const { id: programId } = await getProgram(store.db, program.partnerId);
    const event = {
      programId,
      eventType: 'event_campaign_entered',
      now: fixture.service.clock.now(),
    };
    await emitEvents(store.db, event, [{ member_info: { member_id: 'M-1' } }]);
    worker.wake();
  };
  const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 8000 });
  /** Waits until the first attempt is logged: the next one is due 300 seconds later. */
  const firstAttemptEnded = (id: number) =>
    until(async () =>
      expect(await fixture.admin.runJson(webhooks('log', String(id)))).toMatchObject([
        { attempt: 1, status: 500, ended_at: expect.any(String) },
      ]),
    );
  const received = async (count: number) => {
    await until(() => expect(receiver.received).toHaveLength(count));
    const { headers, body } = receiver.received[count - 1] ?? { headers: {}, body: '' };
    return (secret: string) => isSigned(secret, body, headers);
  };

  test('create sends events, signed with the secret that was shown once', async () => {
    const { secret } = await create();
    expect(secret).toMatch(/^patron_webhook_secret_[\w-]{43}$/);
    await emit();
    expect((await received(1))(secret)).toBe(true);
    await until(async () =>
      expect(await list()).toEqual([
        expect.objectContaining({ url: receiver.url, delivered: 1, waiting: 0, paused_at: null }),
      ]),
    );
    expect(JSON.stringify(await list())).not.toContain(secret);
    expect(JSON.stringify(await store.db.select().from(webhookTargets))).not.toContain(secret);
  });

  test('create says so when another webhook has the same URL', async () => {
    const { id } = await create();
    const { code, stderr } = await fixture.admin.run(webhooks('create', receiver.url));
    expect([code, stderr]).toEqual([
      0,
      expect.stringContaining(`The webhook ${id} has the same URL: events arrive there twice.`),
    ]);
  });

  test('switch-secret signs with the new secret from the next attempt on, including waiting events', async () => {
    receiver.respondWith(500);
    const { id, secret: old } = await create();
    await emit();
    expect((await received(1))(old)).toBe(true);
    const rotation = webhooks('rotate-secret', String(id));
    const { secret } = (await fixture.admin.runJson(rotation)) as ShownWebhook;
    await fixture.admin.runOk(webhooks('switch-secret', String(id)));
    receiver.respondWith(200);
    await firstAttemptEnded(id);
    fixture.service.clock.advance(301);
    worker.wake();
    const isSignedBy = await received(2);
    await until(async () => expect(await list()).toMatchObject([{ delivered: 1 }]));
    expect(await fixture.admin.runJson(webhooks('log', String(id)))).toEqual([
      expect.objectContaining({ attempt: 2, status: 200, error: null }),
      expect.objectContaining({ attempt: 1, status: 500, error: null }),
    ]);
    expect(await fixture.admin.runJson(webhooks('log', String(id), '--limit', '1'))).toHaveLength(
      1,
    );
    expect([isSignedBy(secret), isSignedBy(old)]).toEqual([true, false]);
  });

  test('rotate-secret keeps the last secret until a day after the switch, as the console does', async () => {
    const { id, secret: old } = await create();
    const { stderr } = await fixture.admin.runOk(webhooks('rotate-secret', String(id)));
    expect(stderr).toMatch(/that of the last secret in x-loyalty-signature until 20.*Z\./);
    receiver.respondWith(({ body, headers }) => (isSigned(old, body, headers) ? 200 : 401));
    await emit();
    await until(async () => expect(await list()).toMatchObject([{ delivered: 1 }]));
    fixture.service.clock.advance(DAY_SECONDS);
    // Puts the new secret in force.
    await startWorker().stop();
    await emit();
    await until(async () => expect(await list()).toMatchObject([{ delivered: 2 }]));
    fixture.service.clock.advance(DAY_SECONDS);
    await emit();
    await until(async () => expect(await list()).toMatchObject([{ waiting: 1 }]));
  });

  test('create sends only the given types of events', async () => {
    const createFor = (type: string) => webhooks('create', receiver.url, '--event-type', type);
    await fixture.admin.runOk(createFor('event_member_tierupgrade'));
    expect(await list()).toMatchObject([{ event_types: ['event_member_tierupgrade'] }]);
    expect((await fixture.admin.run(createFor('other'))).code).toBe(2);
  });

  test('test resumes a webhook that was paused because of failures', async () => {
    const { id } = await create();
    await store.db
      .update(webhookTargets)
      .set({ disabledAt: fixture.service.clock.now(), isPausedByFailures: true });
    await fixture.admin.runOk(webhooks('test', String(id)));
    expect(await list()).toMatchObject([{ paused_at: null }]);
    const events = await store.db.select().from(auditEvents).orderBy(auditEvents.id);
    expect(events.slice(-2).map(({ action, actorId }) => [action, actorId])).toEqual([
      ['webhook.test', 'webhooks test'],
      ['webhook.resume', 'webhooks test'],
    ]);
  });

  test('--own-secret reads a secret and never shows it', async () => {
    const own = 'a secret of the receiver';
    const args = webhooks('create', receiver.url, '--own-secret');
    const { stdout, stderr } = await fixture.admin.runOk(args, { stdin: `${own}\n` });
    expect(stdout + stderr).not.toContain(own);
    await emit();
    expect((await received(1))(own)).toBe(true);
    const [{ id } = {}] = await list();
    const other = 'another secret of the receiver';
    const rotation = webhooks('rotate-secret', String(id), '--own-secret', '--replace');
    await fixture.admin.runOk(rotation, { stdin: other });
    await emit();
    expect((await received(2))(other)).toBe(true);
    expect(await fixture.admin.runError(args, { stdin: 'short' })).toBe(
      'secret: Must be at least 16 characters',
    );
  });

  test('pause stops sending, and resume continues with the waiting and the missed events', async () => {
    receiver.respondWith(500);
    const { id } = await create();
    await emit();
    await firstAttemptEnded(id);
    await fixture.admin.runOk(webhooks('pause', String(id)));
    receiver.respondWith(200);
    fixture.service.clock.advance(301);
    await emit();
    // Sends all that is due before it stops.
    await startWorker().stop();
    expect(receiver.received).toHaveLength(1);
    await fixture.admin.runOk(webhooks('resume', String(id)));
    worker.wake();
    await received(3);
    await until(async () => expect(await list()).toMatchObject([{ delivered: 2, waiting: 0 }]));
  });

  test('delete removes a webhook and its waiting events', async () => {
    receiver.respondWith(500);
    const { id } = await create();
    await emit();
    await received(1);
    expect(await fixture.admin.runError(webhooks('delete', String(id)))).toMatch(/Add --yes/);
    await fixture.admin.runOk(webhooks('delete', String(id), '--yes'));
    expect(await list()).toEqual([]);
    for (const subcommand of ['log', 'pause', 'resume', 'rotate-secret']) {
      expect(await fixture.admin.runError(webhooks(subcommand, String(id)))).toBe(
        `The program has no webhook ${id}`,
      );
    }
  });

  test("create rejects private addresses outside the demo, except the deployment's own", async () => {
    const publicUrl = 'http://127.0.0.1:4180';
    const outside = await startAdmin(store.storage, { ...fixture.service.dependencies, publicUrl });
    for (const url of ['http://10.0.0.1/x', 'http://127.0.0.1:4181/x', 'http://[::1]/x']) {
      expect(await outside.runError(webhooks('create', url))).toMatch(/is a private address/);
    }
    await outside.runOk(webhooks('create', `${publicUrl}/gateway/teams/7/webhooks/loyalty`));
    await outside.runOk(webhooks('create', 'https://hooks.example.com/x'));
    const variables = { LOYALTY_WEBHOOK_ALLOWED_NETWORKS: '10.0.0.0/8' };
    const inside = await startAdmin(store.storage, {}, undefined, variables);
    await inside.runOk(webhooks('create', 'http://10.0.0.1/x'));
    expect(await inside.runError(webhooks('create', 'http://192.168.0.1/x'))).toMatch(
      /LOYALTY_WEBHOOK_ALLOWED_NETWORKS$/,
    );
  });

  test('test sends one signed event and reports the response', async () => {
    const { id, secret } = await create();
    expect(await fixture.admin.runJson(webhooks('test', String(id)))).toEqual({
      url: receiver.url,
      status: 200,
      ms: expect.any(Number),
    });
    expect((await received(1))(secret)).toBe(true);
    const [{ body } = { body: '' }] = receiver.received;
    expect(JSON.parse(body)).toMatchObject({
      total_count: 1,
      events: [{ id: expect.stringMatching(/^test-/), event_type: 'event_campaign_entered' }],
    });
    receiver.respondWith(500);
    const failed = await fixture.admin.run(webhooks('test', String(id)));
    expect(failed).toMatchObject({
      code: 1,
      stdout: expect.stringMatching(/^STATUS +500$/m),
      stderr: 'error: Deliveries with a status other than 200 are sent again\n',
    });
    await receiver.close();
    expect(await fixture.admin.runError(webhooks('test', String(id)))).toMatch(
      /^http:\/\/127.* could not be reached: .*ECONNREFUSED/,
    );
  });

  test.each(['nowhere', 'ftp://x.com/', 'https://me:pw@x.com/', 'https://x.com/#y'])(
    'create rejects %s',
    async (url) => {
      expect(await fixture.admin.runError(webhooks('create', url))).toMatch(
        /^url: Must be an http or https/,
      );
    },
  );

  test('rotate-secret changes both ends of an inbox, which delete leaves to its connection', async () => {
    const { publicUrl, encryption } = fixture.admin.services;
    const teamId = 7;
    const own = await getProgram(store.db, program.partnerId);
    await connectTeam({ db: store.db, encryption, publicUrl }, teamId, own);
    const [{ id } = {}] = await list();
    const before = await findInboxSecrets(store.db, encryption, teamId);
    const { stdout } = await fixture.admin.runOk(webhooks('rotate-secret', String(id)));
    const after = await findInboxSecrets(store.db, encryption, teamId);
    expect(after?.previous?.secret).toBe(before?.secret);
    expect(stdout).not.toContain(after?.secret);
    expect(await fixture.admin.runError(webhooks('delete', String(id), '--yes'))).toMatch(
      /^This webhook fills the team's inbox/,
    );
  });

  test("a URL with an inbox's path at another deployment is like any other", async () => {
    const { publicUrl, encryption } = fixture.admin.services;
    const { program: other } = await createProgram(store.db);
    const teamId = 8;
    await connectTeam({ db: store.db, publicUrl, encryption }, teamId, other);
    const url = inboxUrl('https://patron.example.com', teamId);
    const { id } = (await fixture.admin.runJson(webhooks('create', url))) as ShownWebhook;
    const rotated = (await fixture.admin.runJson(
      webhooks('rotate-secret', String(id)),
    )) as ShownWebhook;
    const inbox = await findInboxSecrets(store.db, encryption, teamId);
    expect([rotated.secret, inbox?.previous]).toEqual([expect.any(String), undefined]);
    expect(rotated.secret).not.toBe(inbox?.secret);
    await fixture.admin.runOk(webhooks('delete', String(id), '--yes'));
  });
});

function isSigned(secret: string, body: string, headers: Received['headers']): boolean {
  const signature = createHmac('sha512', secret).update(`${body}:${headers.nonce}`).digest('hex');
  return headers['x-loyalty-signature'] === signature;
}
