import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, chownSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { onTestFinished, vi } from 'vitest';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';

const PROGRAM = '/usr/sbin/pgbouncer';
/** Debian's user without rights, because PgBouncer doesn't run as root. */
const NOBODY = 65_534;

/** Whether Debian's PgBouncer is installed. */
export const hasPgbouncer = spawnSync(PROGRAM, ['--version']).error === undefined;

/**
 * Starts PgBouncer, with the defaults of Debian, in front of a database until the test ends.
 * @param settings further lines of its configuration
 * @returns the address of the database behind it
 */
export async function startPgbouncer(
  databaseUrl: string,
  poolMode: 'session' | 'transaction',
  settings: readonly string[] = [],
): Promise<string> {
  const target = new URL(databaseUrl);
  const port = await findFreePort();
  const directory = temporaryDirectory();
  const configuration = join(directory, 'pgbouncer.ini');
  const user = decodeURIComponent(target.username);
  writeFileSync(
    configuration,
    [
      '[databases]',
      `* = host=${target.hostname} port=${target.port || 5432} user=${user}`,
      '[pgbouncer]',
      `listen_addr = 127.0.0.1`,
      `listen_port = ${port}`,
      'unix_socket_dir =',
      'auth_type = any',
      `pool_mode = ${poolMode}`,
      ...settings,
    ].join('\n'),
  );
  chmodSync(directory, 0o755);
  const isRoot = process.getuid?.() === 0;
  if (isRoot) chownSync(configuration, NOBODY, NOBODY);
  const child = spawn(PROGRAM, [configuration], {
    stdio: 'ignore',
    ...(isRoot && { uid: NOBODY, gid: NOBODY }),
  });
  onTestFinished(() => void child.kill('SIGKILL'));
  await vi.waitFor(() => listens(port), { timeout: 10_000 });
  target.host = `127.0.0.1:${port}`;
  return target.href;
}

function listens(port: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const socket = connect(port, '127.0.0.1', () => {
      socket.destroy();
      resolve();
    });
    socket.on('error', reject);
  });
}
