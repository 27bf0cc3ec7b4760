import { type Patron, startPatron } from './patron.ts';
import { DataDirectoryError } from './platform/data-directory-error.ts';
import { DatabaseUnavailableError } from './platform/database/database.ts';
import { EnvironmentError, readEnvironment } from './platform/environment.ts';
import { createLog } from './platform/log.ts';

/** How long requests under way may take to end before the process ends without them. */
const GRACE_MS = 10_000;

/** Errors that the person who starts the process can mend: one line, no stack. */
function describeStartError(error: unknown): string | undefined {
  if (
    error instanceof EnvironmentError ||
    error instanceof DataDirectoryError ||
    error instanceof DatabaseUnavailableError
  ) {
    return error.message;
  }
  const { code, port, address } = error as NodeJS.ErrnoException & {
    port?: number;
    address?: string;
  };
  if (code === 'EADDRINUSE') {
    return `PORT: ${port} is in use by another process; stop it, or choose another, for example PORT=4181`;
  }
  if (code === 'EADDRNOTAVAIL' || code === 'ENOTFOUND') {
    return `HOST: ${address ?? 'it'} is not an address of this machine; for example HOST=127.0.0.1`;
  }
  if (code === 'EACCES' && port !== undefined) {
    return `PORT: ${port} needs rights that this process does not have; for example PORT=4180`;
  }
  return undefined;
}

async function start(): Promise<void> {
  let patron: Patron;
  try {
    const environment = readEnvironment(process.env);
    const log = createLog(environment.logLevel);
    patron = await startPatron(environment, log);
  } catch (error) {
    const line = describeStartError(error);
    if (line === undefined) throw error;
    process.stderr.write(`${line}\n`);
    process.exitCode = 1;
    return;
  }
  // The command that started this process says it to the person.
  process.send?.({ url: patron.url, signIn: patron.demoSignIn });
  stopOnSignal(patron);
}

function stopOnSignal(patron: Patron): void {
  let stopping = false;
  for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
    process.on(signal, () => {
      if (stopping) return;
      stopping = true;
      setTimeout(() => process.exit(1), GRACE_MS).unref();
      patron.stop().then(
        () => process.exit(0),
        () => process.exit(1),
      );
    });
  }
}

await start();
