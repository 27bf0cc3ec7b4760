import { type Patron, startPatron } from './patron.ts';
import { DataDirectoryError } from './platform/data-directory.ts';
import { DatabaseUnavailableError } from './platform/database/database.ts';
import { isDatabaseUnavailable } from './platform/database/unavailable.ts';
import { EnvironmentError, readEnvironment } from './platform/environment.ts';
import { createLog, type Log } from './platform/log.ts';

/** How long requests under way may take to end before the process ends without them. */
const GRACE_MS = 10_000;

/** What the system says of an address to listen on that is not this machine's, or of no machine's. */
const ADDRESS_ERROR_CODES = new Set(['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EAFNOSUPPORT']);

/** Errors that the person who starts the process can mend: one line, no stack. */
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
    return `PORT: ${port} is in use by another process; stop it, or choose another, for example PORT=4181`;
  }
  if (code !== undefined && ADDRESS_ERROR_CODES.has(code)) {
    return `HOST: ${address ?? hostname} is not an address of this machine; for example HOST=127.0.0.1`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `PORT: ${port} needs rights that this process does not have; for example PORT=4180`;
  }
  if (isDatabaseUnavailable(error)) {
    return 'DATABASE_URL: the database went away during the start; start again when it is back';
  }
  return undefined;
}

async function start(): Promise<void> {
  let log: Log | undefined;
  let patron: Patron;
  try {
    const environment = readEnvironment(process.env);
    log = createLog(environment.logLevel);
    logAndExitOnUncaught(log);
    patron = await startPatron(environment, log);
  } catch (error) {
    const line = describeStartError(error);
    if (line === undefined) log?.fatal({ err: error }, 'could not start');
    process.stderr.write(`${line ?? 'Patron could not start; the log says why'}\n`);
    process.exit(1);
  }
  stopOnSignal(patron, log);
  // The command that started this process says it to the person.
  process.send?.({ url: patron.url, signIn: patron.demoSignIn });
}

/** A fault that nothing caught: what Node would print of it can hold personal data. */
function logAndExitOnUncaught(log: Log): void {
  process.on('uncaughtException', (error) => {
    log.fatal({ err: error }, 'died of an error that nothing caught');
    process.exit(1);
  });
}

/** Stops at a signal, and when the command that started this process is gone. */
function stopOnSignal(patron: Patron, log: Log): void {
  let stopping = false;
  const stop = () => {
    if (stopping) return;
    stopping = true;
    setTimeout(() => {
      log.error('did not stop within the grace, and ends without what is under way');
      process.exit(1);
    }, GRACE_MS).unref();
    patron.stop().then(
      () => process.exit(0),
      (error: unknown) => {
        log.error({ err: error }, 'did not stop in order');
        process.exit(1);
      },
    );
  };
  for (const event of ['SIGINT', 'SIGTERM', 'SIGHUP', 'disconnect']) process.on(event, stop);
}

await start();
