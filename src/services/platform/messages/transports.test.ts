import { type AddressInfo, createServer, type Socket } from 'node:net';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { startMailServer } from '#services/platform/testing/mail-server.ts';
import { startPhoneService } from '#services/platform/testing/phone-service.ts';
import { createMessageTransports } from './message-transports.ts';
import { createPhoneTransport } from './phone-transport.ts';
import { createSmtpTransport } from './smtp-transport.ts';

const email = { channel: 'email', subject: 'A subject', text: 'Line one\nLine two' } as const;

describe('email', () => {
  test('is sent over SMTP, from the public host or the configured address', async () => {
    const { received, url } = await startMailServer();
    await createSmtpTransport(url, 'patron.test').send({ ...email, to: 'ada@brand.test' });
    const configured = createSmtpTransport(`${url}?from=team@brand.test`, 'patron.test');
    await configured.send({ ...email, to: 'bob@brand.test' });
    expect(received.map(({ from, to }) => ({ from, to }))).toEqual([
      { from: 'no-reply@patron.test', to: ['ada@brand.test'] },
      { from: 'team@brand.test', to: ['bob@brand.test'] },
    ]);
    expect(received[0]?.body).toContain('Subject: A subject');
    expect(received[0]?.body).toContain('Line one\r\nLine two');
    expect(received[0]?.body).toMatch(/multipart\/alternative[\s\S]*text\/plain[\s\S]*text\/html/);
  });

  test('cannot have an address that adds a recipient or header', async () => {
    const { received, url } = await startMailServer();
    const to = 'ada@brand.test, eve@evil.test\r\nBcc: mallory@evil.test';
    await createSmtpTransport(url, 'patron.test')
      .send({ ...email, to })
      .catch(() => {});
    expect(received.flatMap((mail) => mail.to)).not.toContain('eve@evil.test');
    expect(received.flatMap((mail) => mail.to)).not.toContain('mallory@evil.test');
  });

  test('ends at the deadline, with its connection, at a server that never responds', async () => {
    const sockets: Socket[] = [];
    const server = createServer((socket) => void sockets.push(socket));
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const transport = createSmtpTransport(`smtp://127.0.0.1:${port}`, 'patron.test');
    const sending = transport.send({ ...email, to: 'a@brand.test' }, AbortSignal.timeout(50));
    await expect(sending).rejects.toThrow();
    await vi.waitFor(() => expect(sockets.map(({ closed }) => closed)).toEqual([true]));
  });

  test('fails when the server is unavailable', async () => {
    const transport = createSmtpTransport('smtp://127.0.0.1:1', 'patron.test');
    await expect(transport.send({ ...email, to: 'ada@brand.test' })).rejects.toThrow();
  });
});

describe('sms, voice and fax', () => {
  const message = { to: '+15557654321', subject: null, text: 'Your code is 123456 & done' };

  test("are sent to the account in the service's format", async () => {
    const { requests, url } = await startPhoneService();
    const transport = createPhoneTransport(url);
    for (const channel of ['sms', 'voice', 'fax'] as const) {
      await transport.send({ ...message, channel });
    }
    expect(requests.map((request) => request.url)).toEqual([
      '/2010-04-01/Accounts/AC1/Messages.json',
      '/2010-04-01/Accounts/AC1/Calls.json',
      '/v1/Faxes',
    ]);
    for (const { authorization, form } of requests) {
      expect(atob(authorization.replace('Basic ', ''))).toBe('AC1:secret');
      expect([form.get('To'), form.get('From')]).toEqual(['+15557654321', '+15550001111']);
    }
    expect(requests[0]?.form.get('Body')).toBe(message.text);
    expect(requests[1]?.form.get('Twiml')).toContain('1, 2, 3, 4, 5, 6 &amp; done');
    const [, content = ''] = requests[2]?.form.get('MediaUrl')?.split(',') ?? [];
    expect(Buffer.from(content, 'base64').toString()).toBe(message.text);
  });

  test('fail without revealing the message when the service rejects it', async () => {
    const { url } = await startPhoneService(500);
    const sending = createPhoneTransport(url).send({ ...message, channel: 'sms' });
    await expect(sending).rejects.toThrow(/^The phone service responded with status 500$/);
  });
});

describe('the configured transports', () => {
  const settings = { smtpUrl: undefined, phoneUrl: undefined, publicUrl: 'http://localhost:1' };

  test('are the outbox in the demo and none otherwise by default', () => {
    const demo = createMessageTransports({ ...settings, demo: true });
    expect(Object.keys(demo).sort()).toEqual(['email', 'fax', 'sms', 'voice']);
    expect(demo.email?.storesText).toBe(true);
    expect(createMessageTransports({ ...settings, demo: false })).toEqual({});
  });

  test('take precedence over the outbox, per channel', () => {
    const smtpUrl = 'smtp://127.0.0.1:1';
    const transports = createMessageTransports({ ...settings, smtpUrl, demo: true });
    expect(transports.email?.storesText).toBe(false);
    expect(transports.sms?.storesText).toBe(true);
  });
});
