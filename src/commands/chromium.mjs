import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { environment, root } from './install.mjs';

// The headless shell is the same browser without its window, which takes a third less processor time.
const SYSTEM_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome-stable',
  '/usr/bin/google-chrome',
];

const runSilently = (program, args) =>
  spawnSync(program, args, { cwd: root, env: environment, stdio: 'ignore' }).status === 0;

/**
 * Finds a Chromium for the browser tests: the system's, or Playwright's download, or Debian's package.
 * @returns {string | undefined} the path of the system's Chromium; undefined for Playwright's
 */
export function findChromium() {
  const installed = () => SYSTEM_PATHS.find((path) => existsSync(path));
  const found = installed();
  if (found) return found;
  console.log('Installing Chromium ...');
  if (
    runSilently(join(root, 'node_modules', '.bin', 'playwright'), [
      'install',
      'chromium',
      '--only-shell',
    ])
  ) {
    return undefined;
  }
  runSilently('apt-get', ['update', '-qq']);
  runSilently('apt-get', ['install', '-y', '-qq', 'chromium-headless-shell']);
  const fromPackage = installed();
  if (fromPackage) return fromPackage;
  console.error(
    'Chromium is missing and could not be installed. Install it, for example with `npx playwright install chromium`.',
  );
  process.exit(1);
}
