import { existsSync, writeFileSync } from 'node:fs';
import { type AddressInfo, createServer } from 'node:net';
import { join, resolve } from 'node:path';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { lockDataDirectory } from '#services/platform/data-directory.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { postgresUrl } from '#services/platform/testing/test-database.ts';
import { runUntilExit, startPatronProcess } from '#services/testing/patron-process.ts';

const START_MS = 60_000;

/** Starts a process that can't start, and returns the single line it prints. */
async function startError(variables: Record<string, string>): Promise<string> {
  const settings = { PATRON_DATA_DIR: join(temporaryDirectory(), 'data'), ...variables };
  const { code, stdout, stderr } = await runUntilExit(settings);
  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^[^\n]+\n$/);
  return stderr.trimEnd();
}

describe('a start that fails prints one line and exits with status 1', () => {
  test.each([
    [{ PORT: 'eighty' }, /^PORT: "eighty" is not a port number; for example PORT=4180$/],
    [{ HOST: 'a b' }, /^HOST: "a b" is not an address to listen on; for example HOST=127/],
    [{ PATRON_PUBLIC_URL: 'patron' }, /^PATRON_PUBLIC_URL: "patron" is not an http or https/],
    [{ DATABASE_URL: 'mysql://root:hunter2@db/x' }, /^DATABASE_URL: its value is not a Postgre/],
    [{ PATRON_DEMO: 'yes' }, /^PATRON_DEMO: "yes" is not 0 or 1; for example PATRON_DEMO=1$/],
    [{ PATRON_ROLES: 'web' }, /^PATRON_ROLES: "web" is not one or more of console, advocacy/],
    [
      { SMTP_URL: 'mail:hunter2@x' },
      /^SMTP_URL: its value is not an SMTP URL, whose .+; for example/,
    ],
    [{ LOYALTY_WEBHOOK_RETRY_SECONDS: '5m' }, /^LOYALTY_WEBHOOK_RETRY_SECONDS: "5m" is not a wh/],
    [{ LOYALTY_WEBHOOK_MAX_ATTEMPTS: '0' }, /^LOYALTY_WEBHOOK_MAX_ATTEMPTS: "0" is not a whole/],
    [{ LOG_LEVEL: 'loud' }, /^LOG_LEVEL: "loud" is not one of fatal, error, warn/],
  ])('%o', async (variables, line) => {
    const message = await startError(variables as unknown as Record<string, string>);
    expect(message).toMatch(line);
    expect(message).not.toContain('hunter2');
  });

  test.each([
    ['PATRON_ACCOUNT_PROVIDERS', '/none.json'],
    ['PATRON_CONSOLE_CONFIG', '/none.json'],
    ['HOST', '192.0.2.1'],
  ])('%s=%s, before anything is opened or created', async (name, value) => {
    const PATRON_DATA_DIR = join(temporaryDirectory(), 'data');
    const message = await startError({ PATRON_DATA_DIR, PATRON_DEMO: '0', [name]: value });
    expect(message).toMatch(new RegExp(`^${name}: ${value} `));
    expect(existsSync(PATRON_DATA_DIR)).toBe(false);
  });

  test(
    'names the port that is in use',
    async () => {
      const holder = createServer();
      onTestFinished(() => void holder.close());
      await new Promise<void>((resolve) => holder.listen(0, '127.0.0.1', resolve));
      const { port } = holder.address() as AddressInfo;
      const settings = { PORT: String(port), PATRON_DEMO: '0', LOG_LEVEL: 'warn' };
      expect(await startError({ ...settings, PATRON_DATA_DIR: await migratedDirectory() })).toBe(
        `PORT: ${port} is in use by another process; stop it or use another port, for example PORT=4181`,
      );
    },
    START_MS,
  );

  test(
    'an address of another machine',
    async () => {
      for (const HOST of ['192.0.2.1', 'nowhere.invalid']) {
        const PATRON_DATA_DIR = await migratedDirectory();
        const message = await startError({ PORT: '0', HOST, PATRON_DEMO: '0', PATRON_DATA_DIR });
        expect(message).toBe(
          `HOST: ${HOST} is not an address of this machine; use one that is, for example HOST=127.0.0.1`,
        );
      }
    },
    START_MS,
  );

  test('a data directory below a file', async () => {
    const file = join(temporaryDirectory(), 'file');
    writeFileSync(file, '');
    const path = join(file, 'below');
    expect(await startError({ PATRON_DATA_DIR: path })).toMatch(
      `The data directory ${path} can't be written (`,
    );
  });
});

// The superuser can write to every directory except those of the kernel.
test.each(['file', '/sys/kernel', '/proc/patron'])('the data directory %s', (directory) => {
  const parent = temporaryDirectory();
  writeFileSync(join(parent, 'file'), '');
  const path = resolve(parent, directory);
  expect(() => lockDataDirectory(path)).toThrow(`The data directory ${path} can't be written (`);
});

describe('an unusable database', () => {
  const line = (reason: string) =>
    new RegExp(`^DATABASE_URL: the database at .* can't be used: ${reason}`);

  test('a closed port', async () => {
    const port = await findFreePort();
    const message = await startError({
      DATABASE_URL: `postgres://patron:hunter2@127.0.0.1:${port}/patron`,
    });
    expect(message).toMatch(line(`connect ECONNREFUSED 127.0.0.1:${port}$`));
    expect(message).not.toContain('hunter2');
  });

  test('a server that closes the connection', async () => {
    const server = createServer((socket) => void socket.destroy());
    onTestFinished(() => void server.close());
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const { port } = server.address() as AddressInfo;
    const DATABASE_URL = `postgres://patron:hunter2@127.0.0.1:${port}/patron`;
    expect(await startError({ DATABASE_URL })).toMatch(
      line('(Connection terminated|read ECONNRESET)'),
    );
  });

  test('a password that cannot be decoded', async () => {
    const message = await startError({
      DATABASE_URL: 'postgres://patron:hunter2%zz@127.0.0.1:1/patron',
    });
    expect(message).toMatch(line('.+'));
    expect(message).not.toContain('hunter2');
  });

  test.skipIf(!postgresUrl)('an unknown database, and an unknown database user', async () => {
    const url = new URL(postgresUrl ?? '');
    url.password = 'hunter2';
    url.pathname = '/no_such_database';
    expect(await startError({ DATABASE_URL: url.href })).toMatch(
      line('.*"no_such_database" does not'),
    );
    url.username = 'nobody_here';
    const message = await startError({ DATABASE_URL: url.href });
    expect(message).toMatch(line('.*nobody_here'));
    expect(message).not.toContain('hunter2');
  });
});

test(
  'a start without users prints a link to create the first administrator',
  async () => {
    const PATRON_DATA_DIR = await migratedDirectory();
    const PATRON_PUBLIC_URL = 'https://patron.example.com';
    const variables = { PATRON_DATA_DIR, PATRON_DEMO: '0', PATRON_PUBLIC_URL };
    const { url, setupUrl = '', log } = await startPatronProcess(variables);
    expect(setupUrl).toMatch(`${PATRON_PUBLIC_URL}/api/advocacy/oauth/setup?token=`);
    // Also where nothing reads the messages of the process, such as in a container.
    await vi.waitFor(() => expect(log()).toContain(setupUrl));
    const page = await fetch(setupUrl.replace(PATRON_PUBLIC_URL, url));
    expect([page.status, await page.text()]).toEqual([
      200,
      expect.stringContaining('Set up Patron'),
    ]);
  },
  START_MS,
);

test(
  'a data directory in use is rejected without disturbing its owner',
  async () => {
    const PATRON_DATA_DIR = await migratedDirectory();
    const owner = await startPatronProcess({ PATRON_DATA_DIR, PATRON_DEMO: '0' });
    expect(await startError({ PATRON_DATA_DIR, PORT: '0' })).toBe(
      `The data directory ${PATRON_DATA_DIR} is in use by another process; stop it, or set PATRON_DATA_DIR to another directory`,
    );
    expect((await fetch(`${owner.url}/readyz`)).status).toBe(200);
  },
  START_MS,
);
