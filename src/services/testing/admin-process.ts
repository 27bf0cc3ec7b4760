import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { UNOPTIMIZED } from './patron-process.ts';

const entry = fileURLToPath(new URL('../admin/admin.ts', import.meta.url));

interface ExitResult {
  code: number | null;
  stdout: string;
  stderr: string;
}

/** The environment a test's command runs in. */
export interface AdminProcessOptions {
  variables: Record<string, string>;
  stdin?: string;
  cwd?: string;
}

/**
 * Runs a documented command line, such as `npm run admin -- people list`, in a shell, but without npm,
 * which takes longer to start than the command.
 */
export async function runAdminProcess(
  commandLine: string,
  { variables, stdin = '', cwd = process.cwd() }: AdminProcessOptions,
): Promise<ExitResult> {
  const { PATH = '', HOME = '', NODE_COMPILE_CACHE } = process.env;
  const command = commandLine.replace(/^npm run (-s )?admin --/, `"$NODE" ${UNOPTIMIZED} "$ENTRY"`);
  if (command === commandLine) throw new Error(`Not an admin command: ${commandLine}`);
  const child = spawn('sh', ['-c', command], {
    env: {
      ...{ PATH, HOME, NODE_ENV: 'test', ...(NODE_COMPILE_CACHE && { NODE_COMPILE_CACHE }) },
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
  // A command that reads nothing may exit before this write.
  child.stdin.on('error', () => undefined).end(stdin);
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...output };
}
