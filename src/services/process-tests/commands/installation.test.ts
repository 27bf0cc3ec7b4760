import { spawnSync } from 'node:child_process';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeEach, describe, expect, test } from 'vitest';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';

const commands = fileURLToPath(new URL('../../../commands', import.meta.url));

/** Packages by path, as in both of npm's lock files. */
const PACKAGES = {
  'node_modules/fastify': { version: '5.0.0' },
  'node_modules/vite': { version: '8.0.0', dev: true },
  'node_modules/native-darwin': { version: '1.0.0', optional: true },
};
const { 'node_modules/native-darwin': _foreign, ...INSTALLED } = PACKAGES;
const { 'node_modules/vite': _development, ...PRODUCTION } = INSTALLED;

/** A service that reports readiness and ends. */
const SERVICE = `process.send({ url: 'http://localhost:4180' }, () => process.disconnect());`;
const BUILD =
  '#!/bin/sh\nmkdir -p dist/.vite && touch dist/index.html && echo [] > dist/.vite/licenses.json\n';

/** A project with this project's commands, and stubs for its packages, build and services. */
let root: string;
beforeEach(() => {
  root = temporaryDirectory();
  cpSync(commands, join(root, 'src', 'commands'), { recursive: true });
  write('package.json', JSON.stringify({ type: 'module', dependencies: { node: '24.0.0' } }));
  write('package-lock.json', JSON.stringify({ packages: PACKAGES }));
  write('index.html', '');
  write('src/services/main.ts', SERVICE);
  // The commands run npm only to install.
  write('bin/npm', '#!/bin/sh\necho "npm $1"\nexit 1\n', { isProgram: true });
  install(INSTALLED);
});

function write(name: string, text: string, { isProgram = false } = {}): void {
  const path = join(root, name);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
  if (isProgram) chmodSync(path, 0o755);
}

function install(packages: typeof INSTALLED | typeof PRODUCTION): void {
  rmSync(join(root, 'node_modules'), { recursive: true, force: true });
  write('node_modules/.package-lock.json', JSON.stringify({ packages }));
  if ('node_modules/vite' in packages) write('node_modules/.bin/vite', BUILD, { isProgram: true });
  mkdirSync(join(root, 'node_modules', 'node', 'bin'), { recursive: true });
  symlinkSync(process.execPath, join(root, 'node_modules', 'node', 'bin', 'node'));
}

function start(...parameters: string[]) {
  const { status, stdout, stderr } = spawnSync(
    process.execPath,
    ['src/commands/start.mjs', ...parameters],
    {
      cwd: root,
      env: { PATH: [join(root, 'bin'), '/usr/bin', '/bin'].join(delimiter) },
      encoding: 'utf8',
    },
  );
  return { status, stdout, stderr };
}

const READY = 'Patron is ready at http://localhost:4180\n';

describe('npm start', () => {
  test('without the development packages starts what was built before, and installs nothing', () => {
    expect(start()).toEqual({
      status: 0,
      stdout: `Building the console ...\n${READY}`,
      stderr: '',
    });
    install(PRODUCTION);
    expect(start()).toEqual({ status: 0, stdout: READY, stderr: '' });
  });

  test('says what the services create, and how long that takes', () => {
    write('src/services/main.ts', `process.send({ creating: 'the database in .data' });${SERVICE}`);
    expect(start().stdout).toContain(
      `\nCreating the database in .data: about 15 seconds, later starts take 5 ...\n${READY}`,
    );
  });

  test('starts a service again that ended unexpectedly, five times in ten minutes, with what it did last', () => {
    write('last-work', 'GET /teams/1/members\nof an earlier request');
    write(
      'src/services/main.ts',
      `process.send({ url: 'http://localhost:4180', lastWork: 'last-work' }, () => process.exit(3));`,
    );
    const line = 'Patron ended unexpectedly. It last worked on: GET /teams/1/members\n';
    expect(start()).toEqual({
      status: 1,
      stdout: `Building the console ...\n${READY.repeat(6)}`,
      stderr: `${line.repeat(6)}It was started again five times in ten minutes; see the log for the reason\n`,
    });
  });

  test('without the development packages and a build says in one line what is missing', () => {
    install(PRODUCTION);
    const { status, stdout, stderr } = start();
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^The console has to be built, which needs the development packages: .+\n$/,
    );
    expect(existsSync(join(root, 'dist'))).toBe(false);
  });

  test('runs on this Node if it is recent enough and npm was not allowed to fetch the pinned one', () => {
    rmSync(join(root, 'node_modules', 'node'), { recursive: true });
    expect(start().stdout).toContain(READY);
    const manifest = readFileSync(join(root, 'package.json'), 'utf8');
    write('package.json', manifest.replace('24.0.0', '99.1.0'));
    const { status, stderr } = start();
    expect([status, stderr]).toEqual([
      1,
      `Patron needs Node 99, and this is ${process.version}: install Node 99, or let npm fetch it with \`npm rebuild node --ignore-scripts=false\`\n`,
    ]);
  });

  test('installs packages that are missing or have another version', () => {
    const outdated = { ...INSTALLED, 'node_modules/fastify': { version: '4.0.0' } };
    install(outdated);
    const { status, stdout } = start();
    expect([status, stdout]).toEqual([1, 'Installing packages ...\nnpm install\n']);
  });

  test.each([
    [['--port', '5000'], /^Unknown option --port; see --help\n$/],
    [['5000'], /^Unknown argument 5000; see --help\n$/],
  ])('rejects %j, since settings are environment variables', (parameters, line) => {
    const { status, stdout, stderr } = start(...parameters);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(line);
    expect(start('--help').stdout).toMatch(/^Usage: npm start/);
  });
});

test('a process that stops to send heartbeats is reported as hanging, a regular one is not', () => {
  write(
    'hang.mjs',
    `process.send('ready');
    let beats = 0;
    const beat = setInterval(() => {
      process.send('alive');
      beats += 1;
      if (beats === 15) clearInterval(beat);
    }, 20);
    setTimeout(() => process.exit(), 30_000);`,
  );
  const heartbeat = './src/commands/heartbeat.mjs';
  write(
    'watch.mjs',
    `import { fork } from 'node:child_process';
    import { watchHeartbeat } from ${JSON.stringify(heartbeat)};
    const child = fork('hang.mjs');
    let messages = 0;
    child.on('message', () => { messages += 1; });
    watchHeartbeat(child, () => {
      console.log(messages > 2 ? 'hangs after its last heartbeat' : 'ended too early');
      child.kill('SIGKILL');
    }, 200);`,
  );
  const { stdout } = spawnSync(process.execPath, ['watch.mjs'], { cwd: root, encoding: 'utf8' });
  expect(stdout).toBe('hangs after its last heartbeat\n');
});
