import { setTimeout as sleep } from 'node:timers/promises';
import { beforeEach, expect, test } from 'vitest';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { createKeyring } from '#services/platform/secrets/keyring.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { createTestClock } from '#services/platform/testing/test-clock.ts';
import { deliverDueMessages } from './deliver-messages.ts';
import { createMessages } from './messages.ts';
import { messages as table } from './messages-table.ts';
import { startMessagesWorker } from './messages-worker.ts';
import type { MessageTransport, OutgoingMessage } from './transport.ts';

const encryption = createEncryption(await createKeyring());
const code = { channel: 'sms', to: '+15551234567', text: 'Your code is 123456.' } as const;

/** A transport that records messages, and fails while it is down. */
function recordingTransport(storesText = false) {
  const sent: OutgoingMessage[] = [];
  const transport = {
    storesText,
    isDown: false,
    sent,
    async send(message: OutgoingMessage) {
      // So that deliveries that start together overlap.
      await sleep(5);
      if (transport.isDown) throw new Error('The line is dead');
      sent.push(message);
    },
  };
  return transport satisfies MessageTransport;
}

describeBothStorages('messages', (store) => {
  beforeEach(() => store.db.delete(table));

  function setUp(storesText = false) {
    const clock = createTestClock();
    const transport = recordingTransport(storesText);
    const dependencies = {
      db: store.db,
      clock,
      encryption,
      log: silentLog,
      transports: { sms: transport },
    };
    return {
      clock,
      transport,
      dependencies,
      messages: createMessages(clock, encryption),
      deliver: () => deliverDueMessages(dependencies),
      stored: async () => (await store.db.select().from(table))[0],
    };
  }

  test('of a failed transaction are never sent', async () => {
    const { messages, deliver, transport } = setUp();
    const failing = store.db.transaction(async (tx) => {
      await messages.enqueue(tx, code);
      throw new Error('changed my mind');
    });
    await expect(failing).rejects.toThrow('changed my mind');
    await deliver();
    expect(transport.sent).toEqual([]);
  });

  test('are sent once, and their text is deleted', async () => {
    const { messages, deliver, transport, stored } = setUp();
    await messages.enqueue(store.db, code);
    expect((await stored())?.text).not.toContain('123456');
    await deliver();
    await deliver();
    expect(transport.sent).toEqual([{ ...code, subject: null }]);
    expect(await stored()).toMatchObject({ text: null, nextAttemptAt: null, attempts: 1 });
  });

  test('keep their text, encrypted, in the outbox', async () => {
    const { messages, deliver, stored } = setUp(true);
    await messages.enqueue(store.db, code);
    await deliver();
    const encrypted = (await stored())?.text as string;
    expect(encryption.decrypt(encrypted, 'messages.text')).toBe(code.text);
  });

  test('are retried after growing waits while the transport is down, and not earlier', async () => {
    const { messages, deliver, transport, clock, stored } = setUp();
    transport.isDown = true;
    await messages.enqueue(store.db, code);
    const waits: number[] = [];
    for (let attempt = 1; attempt <= 4; attempt++) {
      await deliver();
      const message = await stored();
      expect(message).toMatchObject({ attempts: attempt, lastError: 'The line is dead' });
      const seconds = (Number(message?.nextAttemptAt) - clock.now().getTime()) / 1000;
      waits.push(seconds);
      clock.advance(seconds - 1);
      await deliver();
      expect((await stored())?.attempts).toBe(attempt);
      clock.advance(1);
    }
    expect(waits).toEqual([5, 15, 45, 135]);
    transport.isDown = false;
    await deliver();
    expect(transport.sent).toHaveLength(1);
    expect(await stored()).toMatchObject({ lastError: null, nextAttemptAt: null });
  });

  test('expire, and their text is deleted', async () => {
    const { messages, deliver, transport, clock, stored } = setUp();
    await messages.enqueue(store.db, { ...code, usefulForSeconds: 600 });
    clock.advance(600);
    await deliver();
    expect(transport.sent).toEqual([]);
    expect(await stored()).toMatchObject({ text: null, nextAttemptAt: null, sentAt: null });
  });

  test('of a channel without a transport wait, with the reason', async () => {
    const { messages, deliver, stored } = setUp();
    await messages.enqueue(store.db, { channel: 'email', to: 'a@b.test', text: 'Hello' });
    await deliver();
    const message = await stored();
    expect(message?.lastError).toContain('email');
    expect(message?.nextAttemptAt).not.toBeNull();
  });

  test('are each sent by only one of several workers', async () => {
    const { messages, deliver, transport } = setUp();
    for (let number = 0; number < 30; number++) {
      await messages.enqueue(store.db, { ...code, text: `Message ${number}` });
    }
    await Promise.all(Array.from({ length: 6 }, deliver));
    const texts = transport.sent.map(({ text }) => text);
    expect(new Set(texts).size).toBe(30);
    expect(texts).toHaveLength(30);
  });

  test('claimed by a process that died are sent by another one later', async () => {
    const { messages, deliver, transport, clock, dependencies } = setUp();
    await messages.enqueue(store.db, code);
    const hanging = { ...transport, send: () => new Promise<never>(() => {}) };
    void deliverDueMessages({ ...dependencies, transports: { sms: hanging } });
    await expect
      .poll(async () => (await store.db.select().from(table))[0]?.nextAttemptAt)
      .not.toEqual(clock.now());
    await deliver();
    expect(transport.sent).toEqual([]);
    clock.advance(120);
    await deliver();
    expect(transport.sent).toHaveLength(1);
  });

  test('of one channel are sent while another channel hangs', async () => {
    const { messages, transport, dependencies } = setUp();
    const email = { storesText: false, send: () => hanging.promise };
    const hanging = Promise.withResolvers<void>();
    const { listen } = store.storage;
    await messages.enqueue(store.db, { channel: 'email', to: 'a@b.test', text: 'Hello' });
    await messages.enqueue(store.db, code);
    const transports = { sms: transport, email };
    const worker = startMessagesWorker({ ...dependencies, transports, listen });
    try {
      await expect.poll(() => transport.sent.length).toBe(1);
      await messages.enqueue(store.db, code);
      await expect.poll(() => transport.sent.length).toBe(2);
    } finally {
      hanging.resolve();
      await worker.stop();
    }
  });

  test('that take too long are aborted before their lease ends', async () => {
    const { messages, dependencies, stored } = setUp();
    const send: MessageTransport['send'] = (_message, deadline) =>
      new Promise((_resolve, reject) => {
        deadline?.addEventListener('abort', () => reject(deadline.reason));
      });
    const transports = { sms: { storesText: false, send } };
    await messages.enqueue(store.db, code);
    await deliverDueMessages({ ...dependencies, transports, sendDeadlineMs: 20 });
    expect(await stored()).toMatchObject({
      attempts: 1,
      lastError: expect.stringMatching(/timeout/),
    });
  });

  test('are sent immediately by the worker', async () => {
    const { messages, transport, dependencies } = setUp();
    const listening = Promise.withResolvers<void>();
    const worker = startMessagesWorker({
      ...dependencies,
      listen: async (...subscription) => {
        const stop = await store.storage.listen(...subscription);
        listening.resolve();
        return stop;
      },
    });
    try {
      await listening.promise;
      // The worker polls once at its start.
      await messages.enqueue(store.db, code);
      await expect.poll(() => transport.sent.length).toBe(1);
      await messages.enqueue(store.db, code);
      await expect.poll(() => transport.sent.length, { timeout: 1_000 }).toBe(2);
    } finally {
      await worker.stop();
    }
  });
});
