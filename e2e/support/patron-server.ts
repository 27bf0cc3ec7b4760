import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));

/** A running Patron with demo data of its own. */
export interface PatronServer {
  url: string;
  /** Ends the process as a crash would, and keeps the data. */
  kill(): Promise<void>;
  /** Starts it again on the same address and data. */
  restart(): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

/**
 * Starts the real services and the built console on a free port.
 * @param environment variables to set besides those that every test sets.
 */
export async function startPatronServer(
  environment: Record<string, string> = {},
): Promise<PatronServer> {
  const directory = mkdtempSync(join(tmpdir(), 'patron-e2e-'));
  const settings = { PORT: '0', LOG_LEVEL: 'warn', PATRON_DATA_DIR: directory, ...environment };
  let running = await launch(settings);
  const { url } = running;
  return {
    url,
    kill: () => end(running.process, 'SIGKILL'),
    restart: async () => {
      await end(running.process, 'SIGTERM');
      running = await launch({ ...settings, PORT: new URL(url).port });
    },
    remove: async () => {
      await end(running.process, 'SIGTERM');
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

async function launch(settings: Record<string, string>) {
  const { DATABASE_URL: _other, ...inherited } = process.env;
  const process_ = spawn(join(root, 'node_modules/.bin/node'), ['src/services/main.ts'], {
    cwd: root,
    env: { ...inherited, ...settings },
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [process_.stdout, process_.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-10_000);
    });
  }
  return new Promise<{ process: ChildProcess; url: string }>((resolve, reject) => {
    process_.on('message', ({ url }: { url: string }) => resolve({ process: process_, url }));
    process_.on('exit', (code) => reject(new Error(`Patron ended with ${code}:\n${output}`)));
  });
}

function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}
