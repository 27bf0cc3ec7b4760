import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { createStubProject, type StubProject } from '#services/testing/stub-project.ts';

const services = new URL('../../main.ts', import.meta.url).href;
const heartbeat = fileURLToPath(new URL('../../../commands/heartbeat.mjs', import.meta.url));
/** A start takes seconds, and several times as long while other tests run. */
const START_MS = 120_000;

const READY = 'Patron is ready at http://localhost:4180\n';
const FIVE_TIMES = 'It was started again five times in ten minutes; see the log for the reason\n';

let project: StubProject;
beforeEach(() => {
  project = createStubProject();
});

/** The command waits twice for this long, in place of a minute. */
function waitFor(timeoutMs: number): void {
  const source = readFileSync(heartbeat, 'utf8');
  expect(source).toContain('TIMEOUT_MS = 60_000;');
  project.write('src/commands/heartbeat.mjs', source.replace('60_000', String(timeoutMs)));
}

/** Runs `npm start` in the background, with the real services; they write their process id to a file. */
async function startServices() {
  project.write(
    'src/services/main.ts',
    `import { writeFileSync } from 'node:fs';
    writeFileSync('pid', String(process.pid));
    await import(${JSON.stringify(services)});`,
  );
  const port = await findFreePort();
  const child = spawn(process.execPath, ['src/commands/start.mjs'], {
    cwd: project.root,
    env: {
      ...project.environment,
      PORT: String(port),
      PATRON_DEMO: '0',
      PATRON_DATA_DIR: await migratedDirectory(),
      LOG_LEVEL: 'warn',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const exited = once(child, 'exit');
  const findPid = () => Number(readFileSync(join(project.root, 'pid'), 'utf8'));
  onTestFinished(async () => {
    child.kill('SIGTERM');
    await exited;
  });
  return {
    url: `http://localhost:${port}`,
    findPid,
    stop: async () => {
      child.kill('SIGTERM');
      return (await exited)[0] as number;
    },
    readyTimes: (times: number) =>
      vi.waitFor(() => expect(output.match(/^Patron is ready/gm)).toHaveLength(times), {
        timeout: START_MS,
        interval: 50,
      }),
    output: () => output,
  };
}

describe('npm start', () => {
  test(
    'kills services that are frozen, starts them again, and says what they did last',
    async () => {
      waitFor(8_000);
      const patron = await startServices();
      await patron.readyTimes(1);
      const frozen = patron.findPid();
      // With a built console this is its page.
      await fetch(`${patron.url}/no-such-page?secret=value`);
      process.kill(frozen, 'SIGSTOP');
      await patron.readyTimes(2);
      expect(patron.output()).toMatch(
        /^Patron stopped responding and was killed\. It last worked on: (GET \/no-such-page|[a-z])[^\n]*$/m,
      );
      expect(patron.output()).not.toContain('secret=value');
      expect(patron.findPid()).not.toBe(frozen);
      expect((await fetch(`${patron.url}/readyz`)).status).toBe(200);
      expect(await patron.stop()).toBe(0);
    },
    3 * START_MS,
  );

  test.each([
    [
      'froze',
      'stopped responding and was killed',
      // Blocks the event loop.
      'Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0)',
    ],
    ['ended', 'ended unexpectedly', 'process.exit(3)'],
  ])(
    'starts services that %s again five times in ten minutes, then exits with status 1',
    (_cause, what, end) => {
      waitFor(300);
      project.write('last-work', 'GET /teams/1/members\nof an earlier request');
      project.write(
        'src/services/main.ts',
        `process.send({ url: 'http://localhost:4180', lastWork: 'last-work' }, () => ${end});`,
      );
      const line = `Patron ${what}. It last worked on: GET /teams/1/members\n`;
      const { status, stdout, stderr } = project.start();
      expect({ status, stdout, stderr }).toEqual({
        status: 1,
        stdout: `Building the console ...\n${READY.repeat(6)}`,
        stderr: `${line.repeat(6)}${FIVE_TIMES}`,
      });
    },
  );

  test('leaves services alone that send heartbeats', () => {
    waitFor(300);
    project.write(
      'src/services/main.ts',
      `process.send({ url: 'http://localhost:4180' });
      const beat = setInterval(() => process.send({ isAlive: true }), 50);
      setTimeout(() => {
        clearInterval(beat);
        process.disconnect();
      }, 1_500);`,
    );
    expect(project.start()).toEqual({
      status: 0,
      stdout: `Building the console ...\n${READY}`,
      stderr: '',
    });
  });
});
