import './platform/database/resolve-drizzle.ts';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Patron } from './patron.ts';
import { EnvironmentError } from './platform/check-variables.ts';
import { DataDirectoryError } from './platform/data-directory.ts';
import { DatabaseUnavailableError } from './platform/database/database.ts';
import { describeDatabaseError, isDatabaseUnavailable } from './platform/database/unavailable.ts';
import { type Environment, readEnvironment } from './platform/environment.ts';
import { withEnvironmentFile } from './platform/environment-file.ts';
import { recordLastWork } from './platform/jobs/last-work.ts';
import { createLog, type Log } from './platform/log.ts';

/** How long requests in flight may take at shutdown. */
const GRACE_MS = 10_000;
const HEARTBEAT_MS = 5_000;

/** System error codes for a HOST that is not an address of this machine. */
const ADDRESS_ERROR_CODES = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EAFNOSUPPORT']);

/** One line for errors that the operator can fix; undefined for all others. */
function describeStartError(error: unknown): string | undefined {
  if (
    error instanceof EnvironmentError ||
    error instanceof DataDirectoryError ||
    error instanceof DatabaseUnavailableError
  ) {
    return error.message;
  }
  const { code, port, address, hostname } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
    hostname?: string;
  };
  if (code === 'EADDRINUSE') {
    return `PORT: ${port} is in use by another process; stop it or use another port, for example PORT=4181`;
  }
  if (code !== undefined && ADDRESS_ERROR_CODES.has(code)) {
    return `HOST: ${address ?? hostname} is not an address of this machine; use one that is, for example HOST=127.0.0.1`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `PORT: ${port} requires privileges that this process doesn't have; use another port, for example PORT=4180`;
  }
  if (isDatabaseUnavailable(error)) {
    return `The database can't be used: ${describeDatabaseError(error)}`;
  }
  return undefined;
}

async function start(): Promise<void> {
  // Keys and the embedded database are for the owner alone.
  process.umask(0o077);
  let log: Log | undefined;
  let patron: Patron;
  let lastWork: string | undefined;
  try {
    const environment = readEnvironment(withEnvironmentFile(process.env));
    log = createLog(environment.logLevel);
    logAndExitOnUncaught(log);
    announceCreation(environment);
    // Loaded only now, because reading a wrong environment takes a tenth of the time of loading the services.
    const { startPatron } = await import('./patron.ts');
    patron = await startPatron(environment, log);
    if (process.send) lastWork = recordLastWork(environment.dataDirectory);
  } catch (error) {
    const line = describeStartError(error);
    if (line === undefined) log?.fatal({ err: error }, 'could not start');
    process.stderr.write(`${line ?? 'Patron could not start; see the log for the reason'}\n`);
    process.exit(1);
  }
  stopOnSignal(patron, log);
  const { url, demoSignIn: signIn, setupUrl } = patron;
  // The only secret in the log: it works once, for a day, and not after the first user exists.
  if (setupUrl) log.warn({ setupUrl }, 'open setupUrl to create the first administrator');
  // The parent command prints this.
  process.send?.({ url, signIn, setupUrl, lastWork });
  sendHeartbeats();
}

/** A first start takes several times as long as later ones. */
function announceCreation({ databaseUrl, dataDirectory, demo }: Environment): void {
  if (databaseUrl !== undefined || existsSync(join(dataDirectory, 'database'))) return;
  const what = demo ? 'the database and the demo data' : 'the database';
  process.send?.({ creating: `${what} in ${dataDirectory}` });
}

/** Logs an uncaught exception; what Node prints by default can contain personal data. */
function logAndExitOnUncaught(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'exiting after an uncaught exception');
    process.exit(1);
  });
}

/** Shows the parent command that the event loop runs: it ends a process that hangs. */
function sendHeartbeats(): void {
  setInterval(() => {
    if (process.connected) process.send?.({ isAlive: true });
  }, HEARTBEAT_MS).unref();
}

/** Stops on a signal, and when the parent process is gone. */
function stopOnSignal(patron: Patron, log: Log): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      log.error('requests in flight did not finish in time; exiting without them');
      process.exit(1);
    }, GRACE_MS).unref();
    patron.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'error while stopping');
        process.exit(1);
      },
    );
  };
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, stop);
}

await start();
