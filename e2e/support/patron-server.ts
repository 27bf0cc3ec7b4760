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
/** Optimizing the embedded database takes more time than it saves in a test. */
const UNOPTIMIZED = '--liftoff-only';

/** A running Patron with its own copy of the demo data. */
export interface PatronServer {
  url: string;
  /** Its data directory. */
  directory: string;
  /** Where the first administrator is created; undefined if there are users. */
  setupUrl: string | undefined;
  /** Stops the process cleanly and keeps the data. */
  stop(): Promise<void>;
  /** Kills the process, as a crash would, and keeps the data. */
  kill(): Promise<void>;
  /** Suspends the process while `during` runs, as on an overloaded machine. */
  whileStalled(during: () => Promise<void>): Promise<void>;
  /** Restarts it with the same URL and data. */
  restart(): Promise<void>;
  /** Serves only the console while `during` runs: pages load, but every API request fails. */
  withoutServices(during: () => Promise<void>): Promise<void>;
  /** Stops it, runs `npm run admin` commands on its data, and starts it again. */
  runAdmin(...commands: readonly (readonly string[])[]): Promise<void>;
  /** Serves a changed `/config.json` while `during` runs, as another deployment would. */
  withConsoleConfig(
    change: (config: ConsoleConfig) => void,
    during: () => Promise<void>,
  ): Promise<void>;
  /** Stops it and deletes its data. */
  remove(): Promise<void>;
}

/** Environment variable with the directory of the seeded demo data (global-setup.ts). */
export const SEED_DIRECTORY = 'PATRON_TEST_SEEDED';

/**
 * Starts the real services and the built console on a free port; with PATRON_DEMO=0 on an empty database.
 *
 * @param environment variables to set besides those that every test sets
 * @param options.isOptimized as in production
 */
export async function startPatronServer(
  environment: Record<string, string> = {},
  { isOptimized = false } = {},
): Promise<PatronServer> {
  const directory = mkdtempSync(join(tmpdir(), 'patron-e2e-'));
  const seedDirectory = process.env[SEED_DIRECTORY];
  if (seedDirectory && environment.PATRON_DEMO !== '0') {
    cpSync(seedDirectory, directory, { recursive: true });
  }
  const settings = {
    ...{ PORT: '0', LOG_LEVEL: 'warn', PATRON_DATA_DIR: directory },
    PATRON_RESPONSE_CHECKS: 'all',
    // Reading all members is work that most tests don't need.
    ...{ PATRON_DIRECTORY_POLL_SECONDS: '0', ...environment },
  };
  const flags = isOptimized ? [] : [UNOPTIMIZED];
  let running = await launch(settings, flags);
  const { url, setupUrl } = running;
  const stop = () => endProcess(running.process, 'SIGTERM');
  const startWith = async (more: Record<string, string> = {}) => {
    running = await launch({ ...settings, ...more, PORT: new URL(url).port }, flags);
  };
  const whileRunningWith = async (
    more: Record<string, string>,
    during: () => Promise<void>,
  ): Promise<void> => {
    await stop();
    await startWith(more);
    try {
      await during();
    } finally {
      await stop();
      await startWith();
    }
  };
  return {
    url,
    directory,
    setupUrl,
    stop,
    kill: () => endProcess(running.process, 'SIGKILL'),
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
      await startWith();
    },
    withoutServices: (during) => whileRunningWith({ PATRON_ROLES: 'console' }, during),
    runAdmin: async (...commands) => {
      await stop();
      for (const args of commands) {
        await execute(node, [UNOPTIMIZED, 'src/services/admin/admin.ts', ...args], {
          cwd: root,
          env: processEnvironment(settings),
        });
      }
      await startWith();
    },
    withConsoleConfig: async (change, during) => {
      const config: ConsoleConfig = await (await fetch(`${url}/config.json`)).json();
      change(config);
      const file = join(directory, 'console-config.json');
      writeFileSync(file, JSON.stringify(config));
      await whileRunningWith({ PATRON_CONSOLE_CONFIG: file }, during);
    },
    remove: async () => {
      await stop();
      rmSync(directory, { recursive: true, force: true });
    },
  };
}

function processEnvironment(settings: Record<string, string>): NodeJS.ProcessEnv {
  const { DATABASE_URL: _other, ...inherited } = process.env;
  return { ...inherited, ...settings };
}

interface Launched {
  process: ChildProcess;
  url: string;
  setupUrl?: string;
}

async function launch(settings: Record<string, string>, flags: string[]): Promise<Launched> {
  const process_ = spawn(node, [...flags, 'src/services/main.ts'], {
    cwd: root,
    env: processEnvironment(settings),
    stdio: ['ignore', 'pipe', 'pipe', 'ipc'],
  });
  let output = '';
  for (const stream of [process_.stdout, process_.stderr]) {
    stream?.on('data', (chunk: Buffer) => {
      output = `${output}${chunk}`.slice(-10_000);
    });
  }
  return new Promise<Launched>((resolve, reject) => {
    process_.on('message', (started: Pick<Launched, 'url' | 'setupUrl'>) => {
      // Heartbeats follow.
      if (started.url) resolve({ process: process_, ...started });
    });
    process_.on('exit', (code) => reject(new Error(`Patron exited with code ${code}:\n${output}`)));
  });
}

function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return Promise.resolve();
  return new Promise((resolve) => {
    child.once('exit', () => resolve());
    child.kill(signal);
  });
}
