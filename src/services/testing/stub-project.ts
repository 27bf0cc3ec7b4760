import { spawnSync } from 'node:child_process';
import { chmodSync, cpSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';

const commands = fileURLToPath(new URL('../../commands', import.meta.url));

/** Packages by path, as in both of npm's lock files. */
const PACKAGES = {
  'node_modules/fastify': { version: '5.0.0' },
  'node_modules/vite': { version: '8.0.0', dev: true },
  'node_modules/native-darwin': { version: '1.0.0', optional: true },
};
const { 'node_modules/native-darwin': _foreign, ...INSTALLED } = PACKAGES;
const { 'node_modules/vite': _development, ...PRODUCTION } = INSTALLED;

export { INSTALLED, PRODUCTION };

const BUILD =
  '#!/bin/sh\nmkdir -p dist/.vite && touch dist/index.html && echo [] > dist/.vite/licenses.json\n';

export type StubProject = ReturnType<typeof createStubProject>;

/** A project with the commands of this one, and stubs for its packages and its build. */
export function createStubProject() {
  const root = temporaryDirectory();
  const environment = { PATH: [join(root, 'bin'), '/usr/bin', '/bin'].join(delimiter) };

  function write(name: string, text: string, { isProgram = false } = {}): void {
    const path = join(root, name);
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, text);
    if (isProgram) chmodSync(path, 0o755);
  }

  function install(packages: typeof INSTALLED | typeof PRODUCTION): void {
    rmSync(join(root, 'node_modules'), { recursive: true, force: true });
    write('node_modules/.package-lock.json', JSON.stringify({ packages }));
    if ('node_modules/vite' in packages)
      write('node_modules/.bin/vite', BUILD, { isProgram: true });
    mkdirSync(join(root, 'node_modules', 'node', 'bin'), { recursive: true });
    symlinkSync(process.execPath, join(root, 'node_modules', 'node', 'bin', 'node'));
  }

  cpSync(commands, join(root, 'src', 'commands'), { recursive: true });
  write('package.json', JSON.stringify({ type: 'module', dependencies: { node: '24.0.0' } }));
  write('package-lock.json', JSON.stringify({ packages: PACKAGES }));
  write('index.html', '');
  // The commands run npm only to install.
  write('bin/npm', '#!/bin/sh\necho "npm $1"\nexit 1\n', { isProgram: true });
  install(INSTALLED);

  return {
    ...{ root, environment, write, install },
    /** Runs `npm start` until it ends. */
    start(...parameters: string[]) {
      const { status, stdout, stderr } = spawnSync(
        process.execPath,
        ['src/commands/start.mjs', ...parameters],
        { cwd: root, env: environment, encoding: 'utf8' },
      );
      return { status, stdout, stderr };
    },
  };
}
