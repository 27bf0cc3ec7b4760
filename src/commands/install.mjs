import { spawnSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { delimiter, join } from 'node:path';
import { fileURLToPath } from 'node:url';

/** The repository's root. */
export const root = fileURLToPath(new URL('../..', import.meta.url));
const modules = join(root, 'node_modules');
const binaries = join(modules, '.bin');
const isWindows = process.platform === 'win32';
const pinnedNode = join(modules, 'node', 'bin', isWindows ? 'node.exe' : 'node');

/**
 * The environment of child processes: the pinned Node and tools come first in the path, and Node's
 * compile cache makes each start about 25% faster.
 */
export const environment = {
  ...process.env,
  PATH: `${binaries}${delimiter}${process.env.PATH}`,
  NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE ?? join(modules, '.cache', 'compile'),
};

/**
 * Installs the packages if any are missing or outdated.
 * @param {{ development?: boolean }} needs `development: false`: an installation without the
 *   development packages is complete
 */
export function installPackages({ development = true } = {}) {
  if (!isInstalled({ development })) {
    console.log('Installing packages ...');
    // Not `npm ci`, which would delete the Node that runs this.
    run('npm', ['install', '--no-save', '--no-audit', '--no-fund', '--loglevel=error']);
  }
  requireNode();
}

/** Whether npm's own record of what it installed has the packages of the lock file. */
function isInstalled({ development }) {
  const wanted = readPackages(join(root, 'package-lock.json'));
  const installed = readPackages(join(modules, '.package-lock.json'));
  return Object.entries(wanted).every(([path, { version, dev, optional, devOptional }]) => {
    // Optional packages are builds for one operating system each.
    if (path === '' || optional || devOptional || (dev && !development)) return true;
    return installed[path]?.version === version;
  });
}

function readPackages(path) {
  return existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : {};
}

/** Exits with one line if neither the pinned Node nor this one can run the services. */
function requireNode() {
  if (existsSync(pinnedNode)) return;
  const { node: version } = readDependencies();
  const [major] = version.split('.');
  if (Number(process.versions.node.split('.')[0]) >= Number(major)) return;
  exit(
    `Patron needs Node ${major}, and this is ${process.version}: install Node ${major}, or let npm fetch it with \`npm rebuild node --ignore-scripts=false\``,
  );
}

function readDependencies() {
  return JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')).dependencies;
}

/** The pinned Node, or this one where npm was not allowed to fetch that. */
export function findNode() {
  return existsSync(pinnedNode) ? pinnedNode : process.execPath;
}

/** Whether a tool's package is installed; development packages may not be. */
export function hasTool(name) {
  return existsSync(join(binaries, isWindows ? `${name}.cmd` : name));
}

/** Runs a program in the foreground. If it fails, exits with its status. */
export function run(program, args, extra = {}) {
  const { status, error } = spawnSync(program === 'node' ? findNode() : program, args, {
    cwd: root,
    stdio: 'inherit',
    env: { ...environment, ...extra },
    // npm and the tools are scripts on Windows.
    shell: isWindows && program !== 'node',
  });
  if (error) console.error(`${program}: ${error.message}`);
  if (status !== 0) process.exit(status ?? 1);
}

/** Prints one line and exits. */
export function exit(line, status = 1) {
  console.error(line);
  process.exit(status);
}
