import { createHmac } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { besideLoyalty, freshProgram } from '#services/admin/testing/admin-scene.ts';
import { startAdmin } from '#services/admin/testing/start-admin.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';
import { type Receiver, startReceiver } from '#services/loyalty/testing/receiver.ts';
import { emitEvents } from '#services/loyalty/webhooks/emit-events.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import { startWebhookWorker } from '#services/loyalty/webhooks/webhook-worker.ts';
import type { Worker } from '#services/platform/jobs/worker.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';

interface ShownWebhook {
  id: number;
  url: string;
  secret: string;
}

describeStorages('admin webhooks', (store) => {
  // Receivers of the tests are on this machine, which only the demo may send to.
  const scene = besideLoyalty(store, { demo: true });
  const program = freshProgram(scene);
  let receiver: Receiver;
  let worker: Worker;

  beforeEach(async () => {
    receiver = await startReceiver();
    worker = startWebhookWorker({
      ...scene.service.dependencies,
      retrySeconds: 300,
      maxAttempts: 5,
      allowPrivateAddresses: true,
      ownOrigin: 'https://patron.example.com',
    });
  });
  afterEach(async () => {
    await worker.stop();
    await receiver.close();
  });

  const webhooks = (...words: string[]) => program.of('webhooks', ...words);
  const create = () => scene.admin.json(webhooks('create', receiver.url)) as Promise<ShownWebhook>;
  const list = () => scene.admin.json(webhooks('list')) as Promise<Record<string, unknown>[]>;
  const emit = async () => {
    const { id: programId } = await getProgram(store.db, program.partnerId);
    const event = {
      programId,
      eventType: 'event_campaign_entered',
      now: scene.service.clock.now(),
    };
    await emitEvents(store.db, event, [{ member_info: { member_id: 'M-1' } }]);
    worker.wake();
  };
  const until = (check: () => void | Promise<void>) => vi.waitFor(check, { timeout: 8000 });
  /** Written down, so that the next one is due 300 seconds from now. */
  const firstAttemptEnded = (id: number) =>
    until(async () =>
      expect(await scene.admin.json(webhooks('log', String(id)))).toMatchObject([
        { attempt: 1, status: 500, ended_at: expect.any(String) },
      ]),
    );
  const received = async (count: number) => {
    await until(() => expect(receiver.received).toHaveLength(count));
    const { headers, body } = receiver.received[count - 1] ?? { headers: {}, body: '' };
    return (secret: string) =>
      headers['x-loyalty-signature'] ===
      createHmac('sha512', secret).update(`${body}:${headers.nonce}`).digest('hex');
  };

  test('events go there, signed with the secret that was shown once', async () => {
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

  test('a rotated secret signs from the next attempt on, of what waits too', async () => {
    receiver.respondWith(500);
    const { id, secret: old } = await create();
    await emit();
    expect((await received(1))(old)).toBe(true);
    const rotation = webhooks('rotate-secret', String(id));
    const { secret } = (await scene.admin.json(rotation)) as ShownWebhook;
    receiver.respondWith(200);
    await firstAttemptEnded(id);
    scene.service.clock.advance(301);
    worker.wake();
    const isSignedBy = await received(2);
    await until(async () => expect(await list()).toMatchObject([{ delivered: 1 }]));
    expect(await scene.admin.json(webhooks('log', String(id)))).toEqual([
      expect.objectContaining({ attempt: 2, status: 200, error: null }),
      expect.objectContaining({ attempt: 1, status: 500, error: null }),
    ]);
    expect(await scene.admin.json(webhooks('log', String(id), '--limit', '1'))).toHaveLength(1);
    expect([isSignedBy(secret), isSignedBy(old)]).toEqual([true, false]);
  });

  test('a secret of one’s own is read, never shown', async () => {
    const own = 'a secret of the receiver';
    const words = webhooks('create', receiver.url, '--own-secret');
    const { output, said } = await scene.admin.done(words, { stdin: `${own}\n` });
    expect(output + said).not.toContain(own);
    await emit();
    expect((await received(1))(own)).toBe(true);
    const [{ id } = {}] = await list();
    const other = 'another secret of the receiver';
    await scene.admin.done(webhooks('rotate-secret', String(id), '--own-secret'), { stdin: other });
    await emit();
    expect((await received(2))(other)).toBe(true);
    expect(await scene.admin.refused(words, { stdin: 'short' })).toBe(
      'secret: Must be at least 16 characters',
    );
  });

  test('paused, nothing goes there; resumed, it goes on with what waited', async () => {
    receiver.respondWith(500);
    const { id } = await create();
    await emit();
    await firstAttemptEnded(id);
    await scene.admin.done(webhooks('pause', String(id)));
    receiver.respondWith(200);
    scene.service.clock.advance(301);
    await emit();
    await sleep(300);
    expect(receiver.received).toHaveLength(1);
    await scene.admin.done(webhooks('resume', String(id)));
    worker.wake();
    await received(2);
    await until(async () => expect(await list()).toMatchObject([{ delivered: 1, waiting: 0 }]));
    expect(receiver.received).toHaveLength(2);
  });

  test('removed, it is gone with what waited', async () => {
    receiver.respondWith(500);
    const { id } = await create();
    await emit();
    await received(1);
    expect(await scene.admin.refused(webhooks('delete', String(id)))).toMatch(/Say --yes/);
    await scene.admin.done(webhooks('delete', String(id), '--yes'));
    expect(await list()).toEqual([]);
    for (const verb of ['log', 'pause', 'resume', 'rotate-secret']) {
      expect(await scene.admin.refused(webhooks(verb, String(id)))).toBe(
        `The program has no webhook ${id}`,
      );
    }
  });

  test('outside the demo private addresses are refused, but for the deployment’s own', async () => {
    const publicUrl = 'http://127.0.0.1:4180';
    const outside = await startAdmin(store.storage, { ...scene.service.dependencies, publicUrl });
    for (const url of ['http://10.0.0.1/x', 'http://127.0.0.1:4181/x', 'http://[::1]/x']) {
      expect(await outside.refused(webhooks('create', url))).toMatch(/is a private address/);
    }
    await outside.done(webhooks('create', `${publicUrl}/gateway/teams/7/webhooks/loyalty`));
    await outside.done(webhooks('create', 'https://hooks.example.com/x'));
  });

  test.each(['nowhere', 'ftp://x.com/', 'https://me:pw@x.com/', 'https://x.com/#y'])(
    '%s is refused',
    async (url) => {
      expect(await scene.admin.refused(webhooks('create', url))).toMatch(
        /^url: Must be an http or https/,
      );
    },
  );

  test('the secret of an inbox of this deployment is changed with its connection', async () => {
    const inbox = 'https://patron.example.com/gateway/teams/7/webhooks/loyalty';
    const { id } = (await scene.admin.json(webhooks('create', inbox))) as ShownWebhook;
    expect(await scene.admin.refused(webhooks('rotate-secret', String(id)))).toBe(
      'It goes to the inbox of team 7: use connections rotate 7',
    );
  });
});
