import { chmodSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { startAdmin } from '#services/admin/testing/start-admin.ts';
import { registerConsoleClient } from '#services/advocacy/oauth/clients/console-client.ts';
import { passkeys } from '#services/advocacy/passkeys/passkeys-table.ts';
import { createUser } from '#services/advocacy/testing/sign-in.ts';
import { DataDirectoryInUseError } from '#services/platform/data-directory.ts';
import { DatabaseUnavailableError } from '#services/platform/database/database.ts';
import { readEnvironment } from '#services/platform/environment.ts';
import { messages } from '#services/platform/messages/messages-table.ts';
import { keysPath } from '#services/platform/secrets/keys-file.ts';
import { openKeyring } from '#services/platform/secrets/open-keyring.ts';
import { startMailServer } from '#services/platform/testing/mail-server.ts';
import { describeBothStorages } from '#services/platform/testing/storages.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { checkPasskeys } from './check-passkeys.ts';
import { checkClock, checkConsoleClient, checkQueues } from './check-services.ts';
import { checkDatabase, checkKeys, openOnce } from './check-storage.ts';
import { createRedaction, runCheck } from './run-check.ts';
import { startPublicServer } from './testing/public-server.ts';

const PASSWORD = 'hunter2 & co';
const DATABASE_URL = `postgres://patron:${encodeURIComponent(PASSWORD)}@db.internal/patron`;

interface Row {
  check: string;
  status: string;
  result: string;
  advice?: string;
}

describeBothStorages('admin doctor', (store) => {
  /** Runs the command with the keys of a data directory. */
  async function start(variables: Record<string, string>) {
    const dataDirectory = temporaryDirectory();
    const keys = { dataDirectory, keyring: await openKeyring(dataDirectory) };
    const admin = await startAdmin(store.storage, {}, keys, { DATABASE_URL, ...variables });
    return { admin, dataDirectory };
  }

  test('reports each part of a working deployment as ok', async () => {
    const publicUrl = await startPublicServer();
    await registerConsoleClient(store.db, [publicUrl]);
    const mail = await startMailServer();
    const variables = { PATRON_PUBLIC_URL: publicUrl, SMTP_URL: mail.url, PATRON_DEMO: '1' };
    const { admin, dataDirectory } = await start(variables);
    const rows = (await admin.runJson(['doctor'])) as Row[];
    expect(rows.filter(({ status }) => status !== 'ok')).toEqual([]);
    expect(Object.fromEntries(rows.map(({ check, result }) => [check, result]))).toEqual({
      database: expect.stringMatching(/^PostgreSQL \d/),
      keys: `The keys in ${keysPath(dataDirectory)} are this database's`,
      'public address': publicUrl,
      'redirect to https': `Not needed for ${publicUrl}`,
      proxies: 'No proxy names the client',
      'sign-in': `The console signs in at ${publicUrl}`,
      passkeys: expect.stringMatching(/^(They belong to |Browsers have none on )/),
      email: `${new URL(mail.url).host} accepts the sign-in`,
      certificates: 'From the local authority, which browsers do not trust',
      queues: 'messages: 0, webhooks: 0, certificates: 0, inbox: 0, jobs: 0, directory: 0',
      metrics: '/metrics is open to everyone in the demo',
      clock: expect.stringMatching(/^-?0\.\d s from the database server$/),
    });
    expect(mail.received).toEqual([]);
  });

  test('reports problems with what to do, without secrets, and fails', async () => {
    const publicUrl = await startPublicServer({ status: 502 });
    const mail = await startMailServer();
    // The server knows no users.
    const smtpUrl = new URL(mail.url);
    Object.assign(smtpUrl, { username: 'patron', password: encodeURIComponent(PASSWORD) });
    await registerConsoleClient(store.db, ['https://old.example.com']);
    const { admin, dataDirectory } = await start({
      PATRON_PUBLIC_URL: publicUrl,
      SMTP_URL: smtpUrl.href,
    });
    chmodSync(keysPath(dataDirectory), 0o644);
    const { code, stdout, stderr } = await admin.run(['doctor']);
    expect([code, stderr]).toEqual([1, 'error: Found 4 problems\n']);
    const lines = stdout.trimEnd().split('\n');
    expect(lines).toEqual([
      expect.stringMatching(/^STATUS +CHECK +RESULT$/),
      expect.stringMatching(/^ok +database +PostgreSQL/),
      expect.stringMatching(/^problem +keys +Other users .*\. Run chmod 600 /),
      expect.stringMatching(/^problem +public address +Something other than Patron .*\. Check /),
      expect.stringMatching(/^ok +redirect to https/),
      expect.stringMatching(/^warning +proxies +Not checked/),
      expect.stringMatching(/^problem +email .*can't be used: .*\. Check SMTP_URL/),
      expect.stringMatching(/^warning +certificates .*\. Set PATRON_ACME_DIRECTORY_URL/),
      expect.stringMatching(/^warning +metrics .*\/metrics responds 404\. Set it/),
      expect.stringMatching(/^problem +sign-in .*at https:\/\/old\.example\.com, not.*\. Start /),
      expect.stringMatching(/^ok +passkeys/),
      expect.stringMatching(/^ok +queues/),
      expect.stringMatching(/^ok +clock/),
    ]);
    expect(stdout).not.toContain(PASSWORD);
    expect(stdout).not.toContain(encodeURIComponent(PASSWORD));
  });

  test('counts passkeys of an address that the deployment no longer has', async () => {
    const { userId } = await createUser(store.db, 'moved@brand.test');
    const passkey = {
      ...{ userId, name: 'Laptop', publicKey: new Uint8Array(), counter: 0, synced: true },
      ...{ transports: [], createdAt: new Date() },
    };
    await store.db.insert(passkeys).values([
      { ...passkey, credentialId: 'old', rpId: 'old.example.com' },
      { ...passkey, credentialId: 'new', rpId: 'new.example.com' },
    ]);
    const { admin } = await start({});
    const open = openOnce(async () => admin.services);
    const check = (url: string, passkeyDomain?: string) =>
      checkPasskeys(open, url, { passkeyDomain });
    expect(await check('https://new.example.com')).toMatchObject({
      status: 'warning',
      result: '1 passkey belongs to another address than https://new.example.com',
      advice: expect.stringContaining('PATRON_PASSKEY_DOMAIN'),
    });
    expect(await check('https://new.example.com', 'example.com')).toMatchObject({
      result: expect.stringMatching(/^2 passkeys belong /),
    });
    await store.db.delete(passkeys);
    expect(await check('https://new.example.com', 'example.com')).toEqual({
      status: 'ok',
      result: 'They belong to example.com',
    });
    expect(await check('https://192.0.2.7')).toMatchObject({
      status: 'ok',
      result: 'Browsers have none on https://192.0.2.7',
    });
  });

  test('warns of items that wait for too long', async () => {
    const createdAt = new Date(Date.now() - 3_600_000);
    const message = { channel: 'sms', to: '+15551234567', expiresAt: new Date() } as const;
    await store.db.insert(messages).values({ ...message, createdAt, nextAttemptAt: createdAt });
    const { admin } = await start({});
    const open = openOnce(async () => admin.services);
    expect(await checkQueues(open, readEnvironment({}))).toMatchObject({
      status: 'warning',
      result: expect.stringMatching(/^messages: 1 \(oldest 60 min\), webhooks: 0/),
    });
    await store.db.delete(messages);
  });

  test('warns of a clock that differs, and reports one that is of no use', async () => {
    const { admin } = await start({});
    const open = openOnce(async () => admin.services);
    const compare = async (ms: number) => {
      const acme = { directoryUrl: await startPublicServer({ clockMs: ms }), email: undefined };
      return checkClock(open, { databaseUrl: DATABASE_URL, acme });
    };
    expect(await compare(0)).toMatchObject({ status: 'ok' });
    expect(await compare(15_000)).toMatchObject({
      status: 'warning',
      result: expect.stringMatching(/ s from the database server, -1\d\.\d s from 127\.0\.0\.1$/),
    });
    expect(await compare(-60_000)).toMatchObject({
      status: 'problem',
      advice: expect.stringContaining('NTP'),
    });
  });
});

test.each([
  [new DatabaseUnavailableError('DATABASE_URL: no response'), 'problem', 'problem', 'no response'],
  [new DataDirectoryInUseError('.data'), 'warning', 'warning', 'in use by the services'],
])('%s: what needs the database is reported as not checked', async (error, ...expected) => {
  const [database, keys, result] = expected;
  const open = openOnce(() => Promise.reject(error));
  const environment = readEnvironment({ PATRON_DATA_DIR: temporaryDirectory() });
  expect(await checkDatabase(open, environment)).toMatchObject({
    status: database,
    result: expect.stringContaining(result),
  });
  expect((await checkKeys(open, environment)).status).toBe(keys === 'problem' ? 'warning' : keys);
  const notChecked = { status: 'warning', result: 'Not checked without the database' };
  expect(await checkConsoleClient(open, 'https://x.com', environment)).toEqual(notChecked);
  expect(await checkQueues(open, environment)).toEqual(notChecked);
});

test('a check that hangs is a problem, and one that fails says why without secrets', async () => {
  const redact = createRedaction(readEnvironment({ DATABASE_URL }));
  expect(await runCheck(() => new Promise(() => undefined), redact, 10)).toMatchObject({
    status: 'problem',
    result: 'No result within 0.01 s',
  });
  const failing = () => Promise.reject(new Error(`login of ${PASSWORD} at ${DATABASE_URL}\nstack`));
  expect(await runCheck(failing, redact)).toMatchObject({
    status: 'problem',
    result: 'login of *** at ***',
  });
});

describe('the secrets of the settings are hidden', () => {
  const redactionOf = (password: string) => {
    const url = new URL('postgres://patron@db.internal:5432/patron');
    url.password = encodeURIComponent(password);
    return createRedaction(readEnvironment({ DATABASE_URL: url.href }));
  };

  test.each([
    ['x', 'the proxy rejects x, "x" and pass=x', 'the proxy rejects ***, "***" and pass=***'],
    ['password', 'two passwords: password is wrong', 'two passwords: *** is wrong'],
    ['s3', 'bus3 and s3a reject s3', 'bus3 and s3a reject ***'],
    ['straße', 'Hauptstraße rejects straße', 'Hauptstraße rejects ***'],
  ])('but not the words that contain %s', (password, text, redacted) => {
    expect(redactionOf(password)(text)).toBe(redacted);
  });

  test.each(['correct horse 1', 'p@ss/w#rd', 'a+b(c)$[d]{2}', '%41%42-cdef', 'Tr0ub4dor&3'])(
    'wherever the letters of %s stand, also as the address has them',
    (password) => {
      const redact = redactionOf(password);
      const forms = [password, encodeURIComponent(password)];
      for (const form of forms) {
        expect(redact(`user${form}at host, ${form}${form}, (${form})`)).toBe(
          'user***at host, ******, (***)',
        );
      }
    },
  );
});
