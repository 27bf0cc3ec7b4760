import { chmodSync, existsSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { expect, test } from 'vitest';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import { demoDirectory } from '#services/testing/demo-data.ts';
import { runCommand } from '#services/testing/run-command.ts';

/** A first start may have the console to build. */
const FIRST_MS = 120_000;
/** Some three seconds, and several times as many where tests run beside it. */
const SECONDS_MS = 30_000;
const READY = /^Patron is ready at http:\/\/localhost:\d+$/m;

const guard = new URL('../testing/block-network.ts', import.meta.url);

/** The environment of a machine without a network, on which npm can't be run either. */
function withoutNetwork() {
  const bin = temporaryDirectory();
  const npm = join(bin, 'npm');
  const ran = join(bin, 'ran');
  writeFileSync(npm, `#!/bin/sh\ntouch ${ran}\nexit 1\n`);
  chmodSync(npm, 0o755);
  const variables = {
    PATH: `${bin}${delimiter}${process.env.PATH}`,
    NODE_OPTIONS: `--import=${guard.href}`,
  };
  return { variables, hasRunNpm: () => existsSync(ran) };
}

test(
  'a second start installs and builds nothing, needs no network, and is ready within seconds',
  async () => {
    const PORT = String(await findFreePort());
    const settings = { PORT, PATRON_DATA_DIR: await demoDirectory(), LOG_LEVEL: 'warn' };
    const first = runCommand('start', settings);
    await first.waitForOutput(READY, FIRST_MS);
    await first.waitForOutput(/^Demo sign-in: admin@patron\.test \/ patron-demo-admin$/m, SECONDS_MS);
    first.stop();
    expect(await first.ended).toBe(0);

    const { variables, hasRunNpm } = withoutNetwork();
    const startedAt = performance.now();
    const second = runCommand('start', { ...settings, ...variables });
    await second.waitForOutput(READY, SECONDS_MS);
    expect(performance.now() - startedAt).toBeLessThan(SECONDS_MS);
    const page = await fetch(`http://localhost:${PORT}/teams/1/members`);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="')]);
    expect((await fetch(`http://localhost:${PORT}/readyz`)).status).toBe(200);
    // No connection was refused, nothing was installed or built, and there was nothing to complain of.
    expect(second.output()).toMatch(/^Patron is ready at .+\nDemo sign-in: .+\n$/);
    expect(hasRunNpm()).toBe(false);
    second.stop();
    expect(await second.ended).toBe(0);
  },
  FIRST_MS + 2 * SECONDS_MS,
);

test('what keeps a process on this machine does', async () => {
  const { variables } = withoutNetwork();
  const elsewhere = runCommand('start', {
    ...variables,
    DATABASE_URL: 'postgres://patron@192.0.2.1/patron',
    PATRON_DATA_DIR: temporaryDirectory(),
  });
  expect(await elsewhere.ended).toBe(1);
  expect(elsewhere.output()).toContain('A connection to 192.0.2.1 was refused');
});

test('a start that can not be says so in its one line, with status 1', async () => {
  const refused = runCommand('start', {
    PORT: 'eighty',
    PATRON_DATA_DIR: temporaryDirectory(),
  });
  expect(await refused.ended).toBe(1);
  expect(refused.output()).toBe('PORT: "eighty" is not a port number; for example PORT=4180\n');
});

test(
  'the server ends with the npm that it was started by',
  async () => {
    const PORT = String(await findFreePort());
    const started = runCommand('start', {
      PORT,
      PATRON_DEMO: '0',
      LOG_LEVEL: 'warn',
      PATRON_DATA_DIR: await migratedDirectory(),
    });
    await started.waitForOutput(READY, FIRST_MS);
    started.killShell();
    await started.ended;
    await expect(fetch(`http://localhost:${PORT}/healthz`)).rejects.toThrow();
  },
  FIRST_MS,
);
