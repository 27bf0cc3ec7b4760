import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, vi } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** Like npm, runs the command behind a shell, which prints the pid of what it started. */
const SHELL = '"$@" & echo "pid $!"; wait $!';

/** A running command of `src/commands`. */
export interface RunningCommand {
  /** stdout and stderr so far, without colors. */
  output(): string;
  /** Waits until the output matches; fails after `timeout` ms. */
  waitForOutput(text: RegExp, timeout: number): Promise<void>;
  /** Sends SIGTERM to the command. */
  stop(): void;
  /** Kills only the shell in front of the command, like npm does when it receives SIGTERM. */
  killShell(): void;
  /** The exit status, once the command and everything it started are gone. */
  exited: Promise<number | null>;
}

/**
 * Runs a command like `npm run` does, and stops it at the end of the test.
 * @param name of a script in src/commands
 * @param variables in addition to this process's environment
 */
export function runCommand(
  name: string,
  variables: Record<string, string>,
  ...parameters: string[]
): RunningCommand {
  const { DATABASE_URL: _url, PORT: _port, ...inherited } = process.env;
  const command = [process.execPath, `src/commands/${name}.mjs`, ...parameters];
  const shell = spawn('sh', ['-c', SHELL, 'sh', ...command], {
    cwd: root,
    env: { ...inherited, npm_lifecycle_event: name, ...variables },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let raw = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      raw += text;
    });
  }
  let isOver = false;
  const exited = once(shell, 'close').then(([code]) => {
    isOver = true;
    return code as number | null;
  });
  const stop = () => {
    const pid = Number(/^pid (\d+)$/m.exec(raw)?.[1]);
    if (!isOver) process.kill(pid, 'SIGTERM');
  };
  onTestFinished(async () => {
    stop();
    await exited;
  });
  const output = () => stripVTControlCharacters(raw).replace(/^pid \d+\n/m, '');
  return {
    output,
    waitForOutput: (text, timeout) =>
      vi.waitFor(
        () => {
          expect(output()).toMatch(text);
        },
        { timeout, interval: 20 },
      ),
    stop,
    killShell: () => void shell.kill('SIGTERM'),
    exited,
  };
}
