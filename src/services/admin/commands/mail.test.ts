import { expect, test } from 'vitest';
import { startAdmin } from '#services/admin/testing/start-admin.ts';
import { startMailServer } from '#services/platform/testing/mail-server.ts';

/** The command needs no database. */
const startMail = (smtpUrl?: string) =>
  startAdmin(
    { db: undefined as never },
    {},
    undefined,
    smtpUrl === undefined ? {} : { SMTP_URL: smtpUrl, PATRON_PUBLIC_URL: 'https://patron.test' },
  );
const COMMAND = ['mail', 'test', 'ada@brand.test'];

test('mail test sends a message and reports that the server took it', async () => {
  const { received, url, setDown } = await startMailServer();
  const admin = await startMail(url);
  const { stderr } = await admin.runOk(COMMAND);
  expect(stderr).toBe('The mail server accepted the message to ada@brand.test.\n');
  expect(received.map(({ to }) => to)).toEqual([['ada@brand.test']]);
  setDown(true);
  expect(await admin.runError(COMMAND)).toMatch(
    /^The mail server rejected the message: .*Come back later/,
  );
});

test('mail test without a mail server says which setting is missing', async () => {
  expect(await (await startMail()).runError(COMMAND)).toBe(
    'SMTP_URL is not set: messages stay in the outbox',
  );
});
