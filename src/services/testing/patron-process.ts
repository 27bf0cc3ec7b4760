import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';
import { findFreePort } from '#services/platform/testing/free-ports.ts';

const main = fileURLToPath(new URL('../main.ts', import.meta.url));

/** How a process ended, with all that it said. */
interface Ending {
  code: number | null;
  signal: NodeJS.Signals | null;
  stdout: string;
  stderr: string;
}

/** A running `node src/services/main.ts`. */
export interface PatronProcess {
  url: string;
  signIn: { email: string; password: string } | undefined;
  /** What it has logged so far. */
  log(): string;
  kill(signal: NodeJS.Signals): void;
  /** Leaves it alone, as a command that is killed does. */
  disconnect(): void;
  ended: Promise<Ending>;
}

type Variables = Record<string, string>;

/**
 * Starts the services and waits until they are ready. What still runs at the test's end is killed.
 * @param script what to run in their place, for tests that need a part of them.
 */
export async function startPatronProcess(
  variables: Variables,
  script = main,
): Promise<PatronProcess> {
  const port = variables.PORT ?? String(await findFreePort());
  const { child, output, ended } = run({ ...variables, PORT: port }, script);
  const ready = new Promise<Pick<PatronProcess, 'url' | 'signIn'>>((resolve) => {
    child.once('message', (message) => resolve(message as never));
  });
  const first = await Promise.race([ready, ended]);
  if ('code' in first) throw new Error(`Ended with ${first.code}: ${first.stderr}${first.stdout}`);
  return {
    // Where it listens: the public address may be another.
    url: `http://localhost:${port}`,
    signIn: first.signIn,
    log: () => output.stdout,
    kill: (signal) => void child.kill(signal),
    disconnect: () => child.disconnect(),
    ended,
  };
}

/** Starts the services where they can't start, and waits for the end. */
export function endOfPatronProcess(variables: Variables): Promise<Ending> {
  return run(variables).ended;
}

function run(variables: Variables, script = main) {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  const child = spawn(process.execPath, [script], {
    env: { PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }), ...variables },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name]?.setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  // Not the event `close`, which does not come after this side has disconnected.
  const outputEnded = [child.stdout, child.stderr].map((stream) => stream && once(stream, 'close'));
  const ended = Promise.all([once(child, 'exit'), ...outputEnded]).then(
    ([[code, signal]]): Ending => ({ code, signal, ...output }),
  );
  onTestFinished(async () => {
    child.kill('SIGKILL');
    await ended;
  });
  return { child, output, ended };
}
