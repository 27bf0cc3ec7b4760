import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { findFreePort } from '#services/platform/testing/free-ports.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));
/** Optimizing the embedded database takes more time than it saves in a process that runs for seconds. */
export const UNOPTIMIZED = '--liftoff-only';
/** The services import it themselves; scripts that import all they need at their top can't. */
const resolveDrizzle = new URL('../platform/database/resolve-drizzle.ts', import.meta.url).href;

/** The exit status of a process and its output. */
interface ExitResult {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A running `node src/services/main.ts`. */
export interface PatronProcess {
  url: string;
  signIn: { email: string; password: string } | undefined;
  setupUrl: string | undefined;
  /** Its log so far. */
  log(): string;
  kill(signal: NodeJS.Signals): void;
  /** Closes the IPC channel, like a parent process that is killed. */
  disconnect(): void;
  exited: Promise<ExitResult>;
}

type Variables = Record<string, string>;

/**
 * Starts the services, waits until they are ready, and kills them at the end of the test.
 * @param script a script to run instead, for tests that need only a part of the services
 */
export async function startPatronProcess(
  variables: Variables,
  script = main,
): Promise<PatronProcess> {
  const port = variables.PORT ?? String(await findFreePort());
  const { child, output, exited } = run({ ...variables, PORT: port }, script);
  const ready = new Promise<Pick<PatronProcess, 'url' | 'signIn' | 'setupUrl'>>((resolve) => {
    // Its first message may be that it creates a database.
    child.on('message', (message: object) => 'url' in message && resolve(message as never));
  });
  const first = await Promise.race([ready, exited]);
  if ('code' in first) throw new Error(`Exited with ${first.code}: ${first.stderr}${first.stdout}`);
  return {
    // The address it listens at; the public address may differ.
    url: `http://localhost:${port}`,
    signIn: first.signIn,
    setupUrl: first.setupUrl,
    log: () => output.stdout,
    kill: (signal) => void child.kill(signal),
    disconnect: () => child.disconnect(),
    exited,
  };
}

/** Starts the services with an environment that they reject, and waits for the exit. */
export function runUntilExit(variables: Variables): Promise<ExitResult> {
  return run(variables).exited;
}

function run(variables: Variables, script = main) {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  const options = script === main ? [] : ['--import', resolveDrizzle];
  const child = spawn(process.execPath, [UNOPTIMIZED, ...options, script], {
    env: {
      ...{ PATH, HOME, NODE_ENV: 'test', ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
      // Reading all members is work that most tests don't need.
      ...{ PATRON_DIRECTORY_POLL_SECONDS: '0', PATRON_RESPONSE_CHECKS: 'all', ...variables },
    },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  // Not the `close` event, which is not emitted after this side has disconnected.
  const outputEnded = [child.stdout, child.stderr].map((stream) => stream && once(stream, 'close'));
  const exited = Promise.all([once(child, 'exit'), ...outputEnded]).then(
    ([[code, signal]]): ExitResult => ({ code, signal, ...output }),
  );
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await exited;
  });
  return { child, output, exited };
}
