import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../admin/admin.ts', import.meta.url));

interface Ending {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** Where and over what a command of a test runs. */
export interface AdminProcessOptions {
  variables: Record<string, string>;
  stdin?: string;
  cwd?: string;
}

/**
 * Runs a command line as it is documented, `npm run admin -- people list`, in a shell; without npm,
 * whose own start takes longer than the command.
 */
export async function runAdminProcess(
  commandLine: string,
  { variables, stdin = '', cwd = process.cwd() }: AdminProcessOptions,
): Promise<Ending> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  const command = commandLine.replace(/^npm run (-s )?admin --/, '"$NODE" "$ENTRY"');
  if (command === commandLine) throw new Error(`Not a command of ours: ${commandLine}`);
  const child = spawn('sh', ['-c', command], {
    env: {
      ...{ PATH, HOME, ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
      ...{ NODE: process.execPath, ENTRY: entry, ...variables },
    },
    stdio: ['pipe', 'pipe', 'pipe'],
    cwd,
  });
  const output = { stdout: '', stderr: '' };
  for (const name of ['stdout', 'stderr'] as const) {
    child[name].setEncoding('utf8').on('data', (text: string) => {
      output[name] += text;
    });
  }
  // A command that reads nothing may be gone before it is written to.
  child.stdin.on('error', () => undefined).end(stdin);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}
