import type { Queries } from '#services/platform/database/database.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import type { Log } from '#services/platform/log.ts';
import { CONSOLE_CLIENT_ID } from './console-client.ts';
import { findClient } from './oauth-clients.ts';

const INTERVAL_MS = 30_000;

interface Dependencies {
  db: Queries;
  log: Log;
  publicUrl: string;
}

/**
 * Tells in the log that a process with another PATRON_PUBLIC_URL has started over this database: the
 * console is registered at that address now, and nobody who comes to ours can sign in. Two public
 * addresses of one deployment are a mistake, or a change of the address half done.
 * @returns looks once; it tells again only after all was well in between.
 */
export function createConsoleClientCheck({ db, log, publicUrl }: Dependencies) {
  let isTold = false;
  return async (): Promise<void> => {
    const client = await findClient(db, CONSOLE_CLIENT_ID);
    const isOurs = client?.corsOrigins.includes(new URL(publicUrl).origin) ?? false;
    if (!isOurs && !isTold) {
      log.error(
        { publicUrl, registered: client?.corsOrigins },
        'another process over this database has another PATRON_PUBLIC_URL; nobody can sign in at this one',
      );
    }
    isTold = !isOurs;
  };
}

/** Looks now and then whether the console is still registered at this process's address. */
export function startConsoleClientCheck(dependencies: Dependencies): Worker {
  const check = createConsoleClientCheck(dependencies);
  return startWorker({
    name: 'console-client-check',
    intervalMs: INTERVAL_MS,
    async work() {
      await check();
      return false;
    },
    log: dependencies.log,
  });
}
