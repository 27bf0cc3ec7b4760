import { type ChildProcess, execFile, spawn } from 'node:child_process';
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import type { ConsoleConfig } from '#contract/gateway/config.ts';

const execute = promisify(execFile);
const root = fileURLToPath(new URL('../..', import.meta.url));
const node = join(root, 'node_modules/.bin/node');

/** A running Patron with demo data of its own. */
export interface PatronServer {
  url: string;
  /** Where its data is. */
  directory: string;
  /** Ends the process in good order, and keeps the data. */
  stop(): Promise<void>;
  /** Ends the process as a crash would, and keeps the data. */
  kill(): Promise<void>;
  /** Has it answer nothing while `during` runs, as a machine that is out of breath would. */
  whileStalled(during: () => Promise<void>): Promise<void>;
  /** Starts it again on the same address and data. */
  restart(): Promise<void>;
  /**
   * Has it serve the console alone while `during` runs: a page's code is to be had, so that it can be
   * shown, and nothing that it reads.
   */
  withoutServices(during: () => Promise<void>): Promise<void>;
  /** Stops it, runs some commands of `npm run admin` on its data, and starts it again. */
  administer(...commands: readonly (readonly string[])[]): Promise<void>;
  /** Has it tell its console something else while `during` runs, as another deployment would. */
  withConsoleConfig(
    change: (config: ConsoleConfig) => void,
    during: () => Promise<void>,
  ): Promise<void>;
  /** Ends it and removes its data. */
  remove(): Promise<void>;
}

/** Names the variable that leads to demo data to begin with (seed-once.ts). */
export const SEEDED = 'PATRON_TEST_SEEDED';

/**
 * Starts the real services and the built console on a free port.
 * @param environment variables to set besides those that every test sets.
 */
export async function startPatronServer(
  environment: Record<string, string> = {},
): Promise<PatronServer> {
  const directory = mkdtempSync(join(tmpdir(), 'patron-e2e-'));
  const seeded = process.env[SEEDED];
  if (seeded) cpSync(seeded, directory, { recursive: true });
  const settings = { PORT: '0', LOG_LEVEL: 'warn', PATRON_DATA_DIR: directory, ...environment };
  let running = await launch(settings);
  const { url } = running;
  const stop = () => end(running.process, 'SIGTERM');
  const startAgain = async (more: Record<string, string> = {}) => {
    running = await launch({ ...settings, ...more, PORT: new URL(url).port });
  };
  const whileStartedWith = async (
    more: Record<string, string>,
    during: () => Promise<void>,
  ): Promise<void> => {
    await stop();
    await startAgain(more);
    try {
      await during();
    } finally {
      await stop();
      await startAgain();
    }
  };
  return {
    url,
    directory,
    stop,
    kill: () => end(running.process, 'SIGKILL'),
    whileStalled: async (during) => {
      running.process.kill('SIGSTOP');
      try {
        await during();
      } finally {
        running.process.kill('SIGCONT');
      }
    },
    restart: async () => {
      await stop();
      await startAgain();
    },
    withoutServices: (during) => whileStartedWith({ PATRON_ROLES: 'console' }, during),
    administer: async (...commands) => {
      await stop();
      for (const words of commands) {
        await execute(node, ['src/services/admin/admin.ts', ...words], {
          cwd: root,
          env: environmentOf(settings),
        });
      }
      await startAgain();
    },
    withConsoleConfig: async (change, during) => {
      const config: ConsoleConfig = await (await fetch(`${url}/config.json`)).json();
      change(config);
      const file = join(directory, 'console-config.json');
      writeFileSync(file, JSON.stringify(config));
      await whileStartedWith({ PATRON_CONSOLE_CONFIG: file }, during);
    },
    remove: async () => {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function environmentOf(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { DATABASE_URL: _other, ...inherited } = process.env;
  return { ...inherited, ...settings };
}

async function launch(settings: Record<string, string>) {
  const process_ = spawn(node, ['src/services/main.ts'], {
    cwd: root,
    env: environmentOf(settings),
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
