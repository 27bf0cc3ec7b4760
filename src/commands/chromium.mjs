import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { environment, root } from './install.mjs';

const SYSTEM_PATHS = [
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
];

const quietly = (program, args) =>
  spawnSync(program, args, { cwd: root, env: environment, stdio: 'ignore' }).status === 0;

/**
 * A Chromium for the browser tests: one that the system has, else Playwright's own download, else
 * Debian's package.
 * @returns {string | undefined} the path of the system's; undefined for Playwright's own.
 */
export function findChromium() {
  const installed = () => SYSTEM_PATHS.find((path) => existsSync(path));
  const found = installed();
  if (found) return found;
  console.log('Installing Chromium ...');
  if (quietly(join(root, 'node_modules', '.bin', 'playwright'), ['install', 'chromium'])) {
    return undefined;
  }
  quietly('apt-get', ['update', '-qq']);
  quietly('apt-get', ['install', '-y', '-qq', 'chromium']);
  const added = installed();
  if (added) return added;
  console.error(
    'Chromium is missing and could not be installed; install it, for example by `npx playwright install chromium`',
  );
  process.exit(1);
}
