import { existsSync, readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, describe, expect, test } from 'vitest';
import {
  createStubProject,
  INSTALLED,
  PRODUCTION,
  type StubProject,
} from '#services/testing/stub-project.ts';

/** A service that reports readiness and ends. */
const SERVICE = `process.send({ url: 'http://localhost:4180' }, () => process.disconnect());`;

/** A project with this project's commands, and stubs for its packages, build and services. */
let project: StubProject;
beforeEach(() => {
  project = createStubProject();
  project.write('src/services/main.ts', SERVICE);
});

const READY = 'Patron is ready at http://localhost:4180\n';

describe('npm start', () => {
  test('without the development packages starts what was built before, and installs nothing', () => {
    expect(project.start()).toEqual({
      status: 0,
      stdout: `Building the console ...\n${READY}`,
      stderr: '',
    });
    project.install(PRODUCTION);
    expect(project.start()).toEqual({ status: 0, stdout: READY, stderr: '' });
  });

  test('says what the services create, and how long that takes', () => {
    project.write(
      'src/services/main.ts',
      `process.send({ creating: 'the database in .data' });${SERVICE}`,
    );
    expect(project.start().stdout).toContain(
      `\nCreating the database in .data: about 15 seconds, later starts take 5 ...\n${READY}`,
    );
  });

  test('without the development packages and a build says in one line what is missing', () => {
    project.install(PRODUCTION);
    const { status, stdout, stderr } = project.start();
    expect([status, stdout]).toEqual([1, '']);
    expect(stderr).toMatch(
      /^The console has to be built, which needs the development packages: .+\n$/,
    );
    expect(existsSync(join(project.root, 'dist'))).toBe(false);
  });

  test('runs on this Node if it is recent enough and npm was not allowed to fetch the pinned one', () => {
    rmSync(join(project.root, 'node_modules', 'node'), { recursive: true });
    expect(project.start().stdout).toContain(READY);
    const manifest = readFileSync(join(project.root, 'package.json'), 'utf8');
    project.write('package.json', manifest.replace('24.0.0', '99.1.0'));
    const { status, stderr } = project.start();
    expect([status, stderr]).toEqual([
      1,
      `Patron needs Node 99, and this is ${process.version}: install Node 99, or let npm fetch it with \`npm rebuild node --ignore-scripts=false\`\n`,
    ]);
  });

  test('installs packages that are missing or have another version', () => {
    const outdated = { ...INSTALLED, 'node_modules/fastify': { version: '4.0.0' } };
    project.install(outdated);
    const { status, stdout } = project.start();
    expect([status, stdout]).toEqual([1, 'Installing packages ...\nnpm install\n']);
  });

  test.each([
    [['--port', '5000'], /^Unknown option --port; see --help\n$/],
    [['5000'], /^Unknown argument 5000; see --help\n$/],
  ])('rejects %j, since settings are environment variables', (parameters, line) => {
    const { status, stdout, stderr } = project.start(...parameters);
    expect([status, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(line);
    expect(project.start('--help').stdout).toMatch(/^Usage: npm start/);
  });
});
