import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's top folder. */
export const root = fileURLToPath(new URL('../..', import.meta.url));
const binaries = join(root, 'node_modules', '.bin');
const stamp = join(root, 'node_modules', '.cache', 'installed');

/**
 * The environment for our own processes: they find the pinned Node and tools first, and Node keeps
 * what it compiled, which saves each start a quarter of its work.
 */
export const environment = {
  ...process.env,
  PATH: `${binaries}${delimiter}${process.env.PATH}`,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(root, 'node_modules/.cache/compile'),
};

/** Installs the packages of the lock file where they are missing or of another lock file. */
export function installPackages() {
  const wanted = createHash('sha256')
    .update(readFileSync(join(root, 'package-lock.json')))
    .digest('hex');
  const installed = existsSync(stamp) ? readFileSync(stamp, 'utf8') : undefined;
  if (installed === wanted && existsSync(join(binaries, 'node'))) return;
  console.log('Installing packages ...');
  // Not `npm ci`: it refuses a lock file without the tools' builds for other systems than its maker's.
  run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
  mkdirSync(join(root, 'node_modules', '.cache'), { recursive: true });
  writeFileSync(stamp, wanted);
}

/** Runs a program to its end, in the foreground; ends this process with its status when it fails. */
export function run(program, args, extra = {}) {
  const { status, error } = spawnSync(program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...environment, ...extra },
  });
  if (error) console.error(`${program}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}
