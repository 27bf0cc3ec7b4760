import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { accessSync, constants, existsSync, mkdirSync, rmdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { createTemplateOnce } from '#services/platform/database/embedded/database-template.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';

const main = fileURLToPath(new URL('../../main.ts', import.meta.url));
const MEGABYTE = 1_000_000;
/** Its creation takes several seconds, and several times as long while other tests run. */
const START_MS = 120_000;

/** The control groups of memory, in version 1 or 2 of their interface; undefined if they can't be changed. */
function findGroups() {
  const groups = existsSync('/sys/fs/cgroup/memory')
    ? { folder: '/sys/fs/cgroup/memory', limit: 'memory.limit_in_bytes' }
    : { folder: '/sys/fs/cgroup', limit: 'memory.max' };
  try {
    accessSync(join(groups.folder, 'cgroup.procs'), constants.W_OK);
    return groups;
  } catch {
    return undefined;
  }
}

const groups = findGroups();

/** Starts the services with the embedded database in a control group. */
async function startLimited(limitMb: number, variables: Record<string, string> = {}) {
  if (!groups) throw new Error('There are no control groups');
  const group = join(groups.folder, `patron-test-${process.pid}-${limitMb}`);
  mkdirSync(group, { recursive: true });
  writeFileSync(join(group, groups.limit), String(limitMb * MEGABYTE));
  const { PATH = '', HOME = '' } = process.env;
  const PORT = String(await findFreePort());
  const command = `echo $$ > ${group}/cgroup.procs; exec ${process.execPath} ${main}`;
  const child = spawn('sh', ['-c', command], {
    env: { PATH, HOME, PORT, PATRON_DATA_DIR: temporaryDirectory(), ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  const exited = once(child, 'exit');
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
    await vi.waitFor(() => rmdirSync(group));
  });
  return { output: () => output, exited };
}

describe.skipIf(!groups)('with a memory limit', () => {
  // The first start copies an empty database, as the image has one; a later one has less to do.
  test.each([
    [750, '0'],
    [750, '1'],
    [450, '0'],
  ])(
    'of %s MB the embedded database starts (PATRON_DEMO=%s)',
    async (limitMb, PATRON_DEMO) => {
      await createTemplateOnce();
      const patron = await startLimited(limitMb, { PATRON_DEMO });
      const ready = vi.waitFor(() => expect(patron.output()).toContain('"msg":"ready"'), {
        timeout: START_MS,
      });
      // Ends early if it is killed.
      await Promise.race([ready, patron.exited]);
      expect(patron.output()).toContain('"msg":"ready"');
    },
    START_MS,
  );

  test(
    'of 200 MB the start ends with one line before it does anything',
    async () => {
      const patron = await startLimited(200);
      const [code] = await patron.exited;
      expect(code).toBe(1);
      expect(patron.output()).toMatch(
        /^The embedded database needs \d+ MB of memory to start, and the limit is 200 MB; raise it, or set DATABASE_URL to a PostgreSQL database$/m,
      );
    },
    START_MS,
  );
});
