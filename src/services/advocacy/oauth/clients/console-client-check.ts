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
 * Logs an error when a process with another PATRON_PUBLIC_URL has started on this database: the
 * console is now registered at that URL, and nobody can sign in at ours. Two public URLs in one
 * deployment are a mistake, or an unfinished change.
 * @returns a function that checks once, and logs again only after a successful check
 */
export function createConsoleClientCheck({ db, log, publicUrl }: Dependencies) {
  let isLogged = false;
  return async (): Promise<void> => {
    const client = await findClient(db, CONSOLE_CLIENT_ID);
    const isOurs = client?.corsOrigins.includes(new URL(publicUrl).origin) ?? false;
    if (!isOurs && !isLogged) {
      log.error(
        { publicUrl, registered: client?.corsOrigins },
        'another process on this database has a different PATRON_PUBLIC_URL; nobody can sign in at this one',
      );
    }
    isLogged = !isOurs;
  };
}

/** Checks regularly that the console is still registered at this process's public URL. */
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
