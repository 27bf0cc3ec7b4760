import { afterAll, beforeAll, expect, test } from 'vitest';
import { createServer } from '#services/platform/http/server.ts';
import { deliverDueMessages } from '#services/platform/messages/deliver-messages.ts';
import {
  createMessageTransports,
  outboxChannels,
} from '#services/platform/messages/message-transports.ts';
import { createMessages } from '#services/platform/messages/messages.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring } from '#services/platform/secrets/keyring.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { outboxRoutes } from './outbox-routes.ts';

const encryption = createEncryption(await createKeyring());

describeStorages('outbox', (store) => {
  const clock = createTestClock();
  const messages = createMessages(clock, encryption);
  const server = createServer(silentLog);
  beforeAll(() => {
    outboxRoutes(server, {
      db: store.db,
      encryption,
      channels: outboxChannels({ smtpUrl: undefined, phoneUrl: 'https://phone.test' }),
    });
  });
  afterAll(() => server.close());

  const read = async (query: string) =>
    (await server.inject(`/outbox${query}`)).json<{ data: Record<string, unknown>[] }>().data;

  test('lists sent messages, newest first, to all recipients or to one', async () => {
    const transports = createMessageTransports({
      smtpUrl: undefined,
      phoneUrl: undefined,
      demo: true,
      publicUrl: 'http://localhost:4180',
    });
    const deliver = () =>
      deliverDueMessages({ db: store.db, clock, encryption, log: silentLog, transports });
    const mail = { channel: 'email', to: 'ada@brand.test', subject: 'Hello' } as const;
    await messages.enqueue(store.db, { ...mail, text: 'First' });
    await messages.enqueue(store.db, { channel: 'sms', to: '+15551234567', text: '123456' });
    // Email has no transport and is listed immediately; the text message is not sent yet.
    const [early, ...others] = await read('');
    expect([early, others]).toEqual([
      expect.objectContaining({ text: 'First', sent_at: clock.now().toISOString() }),
      [],
    ]);
    await deliver();
    await messages.enqueue(store.db, { ...mail, text: 'Second' });
    await deliver();

    const sentAt = clock.now().toISOString();
    expect(await read(`?to=${encodeURIComponent('+15551234567')}`)).toEqual([
      {
        id: expect.any(String),
        channel: 'sms',
        to: '+15551234567',
        subject: null,
        text: '123456',
        sent_at: sentAt,
      },
    ]);
    expect(await read('?to=+15551234567')).toHaveLength(1);
    const texts = (data: Record<string, unknown>[]) => data.map(({ text }) => text);
    expect(texts(await read('?to=ada@brand.test'))).toEqual(['Second', 'First']);
    expect(texts(await read(''))).toEqual(['Second', '123456', 'First']);
    expect(await read('?to=nobody@brand.test')).toEqual([]);
  });

  test('shows an email as HTML that loads nothing, and no other message', async () => {
    const to = 'bea@brand.test';
    await messages.enqueue(store.db, { channel: 'email', to, subject: 'Hi', text: 'One\n\nTwo' });
    const [mail] = await read(`?to=${to}`);
    const page = await server.inject(`/outbox/${mail?.id}`);
    expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
    expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; .*sandbox/);
    expect(page.body).toMatch(/<h1 [^>]*>Hi<\/h1>[\s\S]*One<\/p>[\s\S]*Two<\/p>/);
    const [sms] = await read('?to=+15551234567');
    for (const id of [sms?.id, '0', 'x', '9'.repeat(30)]) {
      expect((await server.inject(`/outbox/${id}`)).statusCode).toBe(404);
    }
  });
});
