import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A program of the benchmarks in a process of its own. */
export interface BenchProcess<Ready> {
  /** What it said when it was ready. */
  ready: Ready;
  stop(): Promise<void>;
}

/**
 * Starts a program that sends one message when it is ready, and ends when it is disconnected.
 * @param program the module's address, as `import.meta.resolve` gives it.
 */
export async function startBenchProcess<Ready>(
  program: string,
  environment: Record<string, string> = {},
): Promise<BenchProcess<Ready>> {
  const child = spawn(process.execPath, [fileURLToPath(program)], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const ended = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Ready));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${program} ended with ${code}`)));
  });
  return {
    ready,
    async stop() {
      child.disconnect();
      await ended;
    },
  };
}
