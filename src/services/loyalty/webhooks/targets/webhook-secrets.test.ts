import { createHmac } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, expect, test } from 'vitest';
import {
  WEBHOOK_NONCE_HEADER,
  WEBHOOK_OTHER_SIGNATURE_HEADER,
  WEBHOOK_SIGNATURE_HEADER,
} from '#contract/loyalty/webhooks.ts';
import { batchEvents, startDueAttempts } from '#services/loyalty/testing/deliver.ts';
import type { Received } from '#services/loyalty/testing/receiver.ts';
import { setUpWebhookSender, WEBHOOK_SECRET } from '#services/loyalty/testing/webhook-sender.ts';
import { createWebhookPoster } from '#services/loyalty/webhooks/sending/post-webhook.ts';
import { buildBodies } from '#services/loyalty/webhooks/sending/request-body.ts';
import { sendDelivery } from '#services/loyalty/webhooks/sending/send-delivery.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import { auditEvents } from '#services/platform/audit/audit-events-table.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import { one } from '#services/platform/database/one.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { rotateSecret, type SecretChange, switchSecret } from './webhook-secrets.ts';

const NEW_SECRET = 'a-new-secret-of-the-receiver';

describeBothStorages("a webhook's new secret", (storage) => {
  const sender = setUpWebhookSender(storage);
  let id = 0;

  beforeEach(async () => {
    const [target] = await storage.db
      .select()
      .from(webhookTargets)
      .where(eq(webhookTargets.programId, sender.programId));
    id = target?.id ?? 0;
    await storage.db.delete(auditEvents);
  });

  const program = () => ({ id: sender.programId, partnerId: 'partner' });
  const rotate = (change: SecretChange) =>
    storage.db.transaction((tx) =>
      rotateSecret(tx, sender.dependencies().encryption, program(), {
        id,
        now: sender.clock.now(),
        change,
        secret: NEW_SECRET,
      }),
    );
  const switchNow = () => switchSecret(storage.db, program(), id, sender.clock.now());
  /** Which secret signed which header. */
  const signedBy = ({ body, headers }: Received) =>
    [WEBHOOK_SIGNATURE_HEADER, WEBHOOK_OTHER_SIGNATURE_HEADER].map((header) => {
      const sign = (secret: string) =>
        createHmac('sha512', secret)
          .update(`${body}:${headers[WEBHOOK_NONCE_HEADER]}`)
          .digest('hex');
      if (headers[header] === undefined) return 'none';
      return { [sign(WEBHOOK_SECRET)]: 'last', [sign(NEW_SECRET)]: 'new' }[String(headers[header])];
    });
  const sendOne = async () => {
    sender.receiver.received.length = 0;
    await sender.emit(1);
    await sender.sendDue();
    return sender.receiver.received.map(signedBy);
  };

  test('signs the other header until the switch, and the last one signs it for a day afterwards', async () => {
    expect(await sendOne()).toEqual([['last', 'none']]);
    await rotate('later');
    expect(await sendOne()).toEqual([['last', 'new']]);
    await switchNow();
    expect(await sendOne()).toEqual([['new', 'last']]);
    await expect(switchNow()).rejects.toThrow('This webhook has no new secret');
    sender.clock.advance(DAY_SECONDS);
    expect(await sendOne()).toEqual([['new', 'none']]);
  });

  test('takes the place of the last one by itself after a day, which is recorded once', async () => {
    await rotate('later');
    sender.clock.advance(DAY_SECONDS - 1);
    expect(await sendOne()).toEqual([['last', 'new']]);
    sender.clock.advance(1);
    await Promise.all([sender.sendDue(), sender.sendDue()]);
    expect(await sendOne()).toEqual([['new', 'last']]);
    const events = await storage.db.select().from(auditEvents).orderBy(auditEvents.id);
    expect(events.map(({ action }) => action)).toEqual([
      'webhook.rotate_secret',
      'webhook.switch_secret',
    ]);
  });

  test('is used alone immediately if it replaces one that leaked', async () => {
    await rotate('later');
    await rotate('replace');
    expect(await sendOne()).toEqual([['new', 'none']]);
  });

  test('signs a request that was about to be sent, if the receiver knows the new secret alone', async () => {
    const dependencies = sender.dependencies();
    const poster = createWebhookPoster(dependencies);
    await sender.emit(1);
    await batchEvents(storage.db, sender.clock.now());
    const attempt = one(await startDueAttempts(storage.db, dependencies, sender.clock.now()));
    const body = one(await buildBodies(storage.db, [attempt]));
    await rotate('later');
    sender.receiver.respondWith((request) => (signedBy(request)[0] === 'new' ? 200 : 401));
    const { result } = await sendDelivery(dependencies, poster, attempt, body);
    await poster.close();
    expect(result.status).toBe(200);
    expect(sender.receiver.received.map((request) => signedBy(request)[0])).toEqual([
      'last',
      'new',
    ]);
  });

  test('loses no event under load, for a receiver that acknowledges first and checks later', async () => {
    sender.start();
    let sent = 0;
    const emitUntil = async (count: number) => {
      while (sent < count) {
        await sender.emit(1);
        sent += 1;
      }
    };
    await emitUntil(10);
    await rotate('later');
    await emitUntil(30);
    await switchNow();
    await emitUntil(50);
    const eventIds = () =>
      sender.receiver.received.flatMap(({ body }) =>
        (JSON.parse(body).events as { id: string }[]).map((event) => event.id),
      );
    await sender.until(() => new Set(eventIds()).size === 50);
    // It knew the last secret alone until the end, or the new one from the beginning.
    for (const request of sender.receiver.received) {
      const signers = signedBy(request);
      expect(signers).toContain('last');
      expect([...signers, 'new']).not.toContain(undefined);
    }
    expect(sender.receiver.received.map((request) => signedBy(request)[0])).toContain('new');
  });
});
