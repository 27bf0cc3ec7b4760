import { execFile } from 'node:child_process';
import { chownSync, globSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished } from 'vitest';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';

const run = promisify(execFile);

/** The newest of Debian's installed versions. */
const binaries = globSync('/usr/lib/postgresql/*/bin/').sort().at(-1);
export const hasPostgresPrograms = binaries !== undefined;

/** PostgreSQL doesn't run as root; its package has a user. */
async function runAsOwner(program: string, ...parameters: string[]): Promise<string> {
  const path = join(binaries ?? '', program);
  const { stdout } =
    process.getuid?.() === 0
      ? await run('runuser', ['-u', 'postgres', '--', path, ...parameters])
      : await run(path, parameters);
  return stdout;
}

/** A PostgreSQL server of a test, which ends with it. */
export interface PostgresServer {
  host: string;
  port: number;
  url: string;
  /** Ends without a word to its clients, like a machine that loses its power. */
  kill(): Promise<void>;
  /** Makes a standby accept writes. */
  promote(): Promise<void>;
}

/** Starts a new server. */
export async function startPrimary(): Promise<PostgresServer> {
  const data = createDataFolder();
  await runAsOwner('initdb', '-D', data, '-U', 'patron', '-A', 'trust', '-E', 'UTF8', '--no-sync');
  return startServer(data);
}

/** Starts a standby that copies and follows a server. */
export async function startStandby({ url }: PostgresServer): Promise<PostgresServer> {
  const data = createDataFolder();
  await runAsOwner('pg_basebackup', '-D', data, '-d', url, '-R', '-c', 'fast', '--no-sync');
  return startServer(data);
}

function createDataFolder(): string {
  const folder = temporaryDirectory();
  if (process.getuid?.() === 0) {
    const { uid, gid } = statSync('/var/lib/postgresql');
    chownSync(folder, uid, gid);
  }
  return join(folder, 'data');
}

async function startServer(data: string): Promise<PostgresServer> {
  const port = await findFreePort();
  const options = `-p ${port} -c listen_addresses=127.0.0.1 -c unix_socket_directories= -c fsync=off`;
  const control = (...parameters: string[]) =>
    runAsOwner('pg_ctl', '-D', data, '-w', ...parameters);
  await control('-l', `${data}.log`, '-o', options, 'start');
  const kill = async () => void (await control('-m', 'immediate', 'stop').catch(() => undefined));
  onTestFinished(kill);
  return {
    ...{ host: '127.0.0.1', port, url: `postgres://patron@127.0.0.1:${port}/postgres`, kill },
    promote: async () => void (await control('promote')),
  };
}
