import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { demoDirectory } from '#services/testing/demo-data.ts';
import { runCommand } from '#services/testing/run-command.ts';

/** The first start may have to build the console, and the first test to create the demo data. */
const FIRST_START_MS = 240_000;
/** About three seconds, and several times as long while other tests run. */
const START_MS = 60_000;
const READY = /^Patron is ready at http:\/\/localhost:\d+$/m;
/** Two lines, the second of which may arrive later. */
const DEMO_READY =
  /^Patron is ready at .+\nDemo sign-in: admin@patron\.test \/ patron-demo-admin$/m;

const blockNetwork = new URL('../../testing/block-network.ts', import.meta.url);

/** An environment without network access, in which running npm fails. */
function withoutNetwork() {
  const bin = temporaryDirectory();
  const npm = join(bin, 'npm');
  const marker = join(bin, 'ran');
  writeFileSync(npm, `#!/bin/sh\ntouch ${marker}\nexit 1\n`);
  chmodSync(npm, 0o755);
  const variables = {
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    NODE_OPTIONS: `--import=${blockNetwork.href}`,
  };
  return { variables, hasRunNpm: () => existsSync(marker) };
}

test(
  'a second start installs and builds nothing, needs no network, and is ready within seconds',
  async () => {
    const PORT = String(await findFreePort());
    const settings = {
      PORT,
      PATRON_DATA_DIR: await demoDirectory(),
      LOG_LEVEL: 'warn',
      // Reading all members takes long on a busy machine, which is a warning.
      PATRON_DIRECTORY_POLL_SECONDS: '0',
    };
    const first = runCommand('start', settings);
    await first.waitForOutput(DEMO_READY, FIRST_START_MS);
    first.stop();
    expect(await first.exited).toBe(0);

    const { variables, hasRunNpm } = withoutNetwork();
    const second = runCommand('start', { ...settings, ...variables });
    await second.waitForOutput(DEMO_READY, START_MS);
    const page = await fetch(`http://localhost:${PORT}/teams/1/members`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="')]);
    expect((await fetch(`http://localhost:${PORT}/readyz`)).status).toBe(200);
    // No connection was blocked, nothing was installed or built, and there were no warnings.
    expect(second.output()).toMatch(/^Patron is ready at .+\nDemo sign-in: .+\n$/);
    expect(hasRunNpm()).toBe(false);
    second.stop();
    expect(await second.exited).toBe(0);
  },
  FIRST_START_MS + 2 * START_MS,
);

test(
  'a start that creates a database says so',
  async () => {
    const PORT = String(await findFreePort());
    const PATRON_DATA_DIR = temporaryDirectory();
    const started = runCommand('start', { PORT, PATRON_DATA_DIR, PATRON_DEMO: '0' });
    await started.waitForOutput(/^Creating the database in .+: about 15 seconds/m, FIRST_START_MS);
    await started.waitForOutput(READY, FIRST_START_MS);
    started.stop();
    expect(await started.exited).toBe(0);
  },
  2 * FIRST_START_MS,
);

test('the network block of these tests works', async () => {
  const { variables } = withoutNetwork();
  const elsewhere = runCommand('start', {
    ...variables,
    DATABASE_URL: 'postgres://patron@192.0.2.1/patron',
    PATRON_DATA_DIR: temporaryDirectory(),
  });
  expect(await elsewhere.exited).toBe(1);
  expect(elsewhere.output()).toContain('A connection to 192.0.2.1 was blocked');
});

test('npm start with an invalid setting prints one line and exits with status 1', async () => {
  const rejected = runCommand('start', {
    PORT: 'eighty',
    PATRON_DATA_DIR: temporaryDirectory(),
  });
  expect(await rejected.exited).toBe(1);
  expect(rejected.output()).toBe('PORT: "eighty" is not a port number; for example PORT=4180\n');
});

test(
  'the server stops when the npm process that started it is killed',
  async () => {
    const PORT = String(await findFreePort());
    const started = runCommand('start', {
      PORT,
      PATRON_DEMO: '0',
      LOG_LEVEL: 'warn',
      PATRON_DATA_DIR: await migratedDirectory(),
    });
    await started.waitForOutput(READY, FIRST_START_MS);
    started.killShell();
    await started.exited;
    await expect(fetch(`http://localhost:${PORT}/healthz`)).rejects.toThrow();
  },
  FIRST_START_MS,
);
