import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

/** A benchmark program in a separate process. */
export interface BenchProcess<Ready> {
  /** The message that it sent when it was ready. */
  ready: Ready;
  stop(): Promise<void>;
}

/**
 * Starts a program that sends one message when it is ready, and exits when it is disconnected.
 *
 * @param program the module's URL, from `import.meta.resolve`
 */
export async function startBenchProcess<Ready>(
  program: string,
  environment: Record<string, string> = {},
): Promise<BenchProcess<Ready>> {
  const child = spawn(process.execPath, [fileURLToPath(program)], {
    env: { ...process.env, ...environment },
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  const exited = new Promise<void>((resolve) => child.once('exit', () => resolve()));
  const ready = await new Promise<Ready>((resolve, reject) => {
    child.once('message', (message) => resolve(message as Ready));
    child.once('error', reject);
    child.once('exit', (code) => reject(new Error(`${program} exited with ${code}`)));
  });
  return {
    ready,
    async stop() {
      child.disconnect();
      await exited;
    },
  };
}
