import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, vi } from 'vitest';

const root = fileURLToPath(new URL('../../..', import.meta.url));
/** As npm does: the command runs behind a shell, which says whom it has started. */
const SHELL = '"$@" & echo "pid $!"; wait $!';

/** A command of src/commands that runs. */
export interface RunningCommand {
  /** What it has said so far, on both of its outputs, without its colours. */
  said(): string;
  /** Waits until it has said it; fails when it ends before that, or after `timeout` ms. */
  says(text: RegExp, timeout: number): Promise<void>;
  /** Asks the command to end. */
  end(): void;
  /** Ends the shell in front of it, which is all that an npm that is asked to end does. */
  abandon(): void;
  /** The exit status, once it and all that it has started are gone. */
  ended: Promise<number | null>;
}

/**
 * Runs a command as `npm run` does. What still runs at the test's end is asked to end.
 * @param name of a script in src/commands
 * @param variables beside those that this process has
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
  let output = '';
  for (const stream of [shell.stdout, shell.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
    });
  }
  let isOver = false;
  const ended = once(shell, 'close').then(([code]) => {
    isOver = true;
    return code as number | null;
  });
  const end = () => {
    const pid = Number(/^pid (\d+)$/m.exec(output)?.[1]);
    if (!isOver) process.kill(pid, 'SIGTERM');
  };
  onTestFinished(async () => {
    end();
    await ended;
  });
  const said = () => stripVTControlCharacters(output).replace(/^pid \d+\n/m, '');
  return {
    said,
    says: (text, timeout) =>
      vi.waitFor(
        () => {
          expect(said()).toMatch(text);
        },
        { timeout, interval: 20 },
      ),
    end,
    abandon: () => void shell.kill('SIGTERM'),
    ended,
  };
}
