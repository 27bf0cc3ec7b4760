import { randomUUID } from 'node:crypto';
import { constants, existsSync, globSync, rmSync } from 'node:fs';
import { cp, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { OperatorError } from '#services/platform/operator-error.ts';
import type { EmbeddedClient } from './embedded-client.ts';

/** How often the process that has the database open looks for requests. */
const POLL_MS = 500;
/** How long another process may take to notice a request. */
const RESPONSE_TIMEOUT_MS = 60_000;
/** How long it may take to finish open transactions, and to copy a large database. */
const COPY_TIMEOUT_MS = 15 * 60_000;

/** Each request is a folder in the data directory, in which the copy appears. */
const FOLDERS = 'snapshot-*';

const filesIn = (folder: string) => ({
  request: join(folder, 'request'),
  unfinished: join(folder, 'unfinished'),
  database: join(folder, 'database'),
  error: join(folder, 'error'),
});

/**
 * Copies the database for other processes that ask for it, while this one has it open.
 * @returns a function that stops it, once the current copy is finished
 */
export function serveSnapshots(client: EmbeddedClient, directory: string): () => Promise<void> {
  // Left by processes that were killed.
  for (const name of globSync(FOLDERS, { cwd: directory })) {
    rmSync(join(directory, name), { recursive: true, force: true });
  }
  let current: Promise<void> | undefined;
  const timer = setInterval(() => {
    current ??= serveRequests(client, directory).finally(() => {
      current = undefined;
    });
  }, POLL_MS).unref();
  return async () => {
    clearInterval(timer);
    await current;
  };
}

async function serveRequests(client: EmbeddedClient, directory: string): Promise<void> {
  for (const name of globSync(`${FOLDERS}/request`, { cwd: directory })) {
    const { request, unfinished, database, error } = filesIn(join(directory, name, '..'));
    try {
      await rm(request);
      // Keeps the time short in which statements wait, and what the copy has to recover.
      await client.exec('checkpoint');
      // No statement runs: the files are as after a crash, from which the copy recovers.
      await client.runExclusive(() =>
        cp(join(directory, 'database'), unfinished, {
          recursive: true,
          mode: constants.COPYFILE_FICLONE,
        }),
      );
      await rename(unfinished, database);
    } catch (reason) {
      // Without its folder, nobody waits for it any more.
      await writeFile(error, String(reason)).catch(() => undefined);
    }
  }
}

/**
 * Asks the process that has the embedded database open for a copy.
 * @returns a data directory with the copy, and a function that removes it
 * @throws {OperatorError} if the process can't copy it
 */
export async function requestSnapshot(directory: string) {
  const folder = join(directory, `snapshot-${randomUUID()}`);
  const { request, database, error } = filesIn(folder);
  const remove = () => rm(folder, { recursive: true, force: true });
  await mkdir(folder, { mode: 0o700 });
  try {
    await writeFile(request, '');
    const startedAt = Date.now();
    while (!existsSync(database)) {
      if (existsSync(error)) throw new OperatorError(await describeFailure(error));
      const timeoutMs = existsSync(request) ? RESPONSE_TIMEOUT_MS : COPY_TIMEOUT_MS;
      if (!existsSync(folder) || Date.now() > startedAt + timeoutMs) {
        throw new OperatorError(
          `The process that uses ${directory} did not respond; stop it, and run this again`,
        );
      }
      await wait(POLL_MS / 5);
    }
    return { directory: folder, remove };
  } catch (reason) {
    await remove();
    throw reason;
  }
}

async function describeFailure(error: string): Promise<string> {
  const [reason] = (await readFile(error, 'utf8')).split('\n');
  return `The database can't be copied (${reason}); make room in PATRON_DATA_DIR, or stop Patron and run this again`;
}
