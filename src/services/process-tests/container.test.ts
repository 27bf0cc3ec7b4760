import { execFileSync } from 'node:child_process';
import { chmodSync, chownSync, globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, describe, expect, test, vi } from 'vitest';
import { readEnvironment } from '#services/platform/environment.ts';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';
import {
  buildImage,
  type Image,
  parseDockerfile,
} from '#services/testing/image/container-image.ts';
import { canRunImages, runImage } from '#services/testing/image/run-image.ts';
import { startPatronProcess } from '#services/testing/patron-process.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const instructions = parseDockerfile(read('Dockerfile'));
const valuesOf = (name: string) =>
  instructions.filter((each) => each.name === name).map(({ value }) => value);

/** The console may have to be built, and the template database is. */
const BUILD_MS = 240_000;
/** A start takes seconds, and several times as long while other tests run. */
const WAIT = { timeout: 120_000, interval: 50 };
const MEGABYTE = 1_000_000;

/** Each file of a folder with its size and time of change. */
function listFiles(folder: string) {
  const files = globSync('**/*', { cwd: folder }).map((path) => {
    const { size, mtimeMs } = statSync(join(folder, path));
    return { path, size, mtimeMs };
  });
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

let image: Image;
beforeAll(() => {
  const removals: (() => void)[] = [];
  image = buildImage((remove) => removals.push(remove));
  return () => {
    for (const remove of removals) remove();
  };
}, BUILD_MS);

test(
  'the image that the Dockerfile builds serves the console and the APIs, and writes only to its volume',
  async () => {
    const { folder, environment, settings } = image;
    const app = join(folder, settings.get('WORKDIR') ?? '');
    const files = listFiles(app);
    const paths = files.map(({ path }) => path);
    expect(paths).toContain('dist/third-party-notices.txt');
    expect(paths).not.toContain('node_modules/vitest');
    expect(paths).not.toContain('node_modules/react');
    expect(paths.filter((path) => /^src\/.*\.test\.ts|^e2e|^\.env/.test(path))).toEqual([]);
    const bytes = files.reduce((sum, { size }) => sum + size, 0);
    expect(bytes / MEGABYTE).toBeLessThan(200);
    const cache = join(app, 'node_modules/.cache');
    expect(readdirSync(cache)).toEqual([expect.stringMatching(/^database-\w+$/)]);
    for (const path of readdirSync(cache, { recursive: true, encoding: 'utf8' })) {
      const { mode } = statSync(join(cache, path));
      expect([path, (mode & 0o004) !== 0]).toEqual([path, true]);
    }

    const [program, script = ''] = JSON.parse(settings.get('CMD') ?? '') as string[];
    expect(program).toBe('node');
    const dataDirectory = await migratedDirectory();
    const { HOST, PORT, ...variables } = environment;
    expect([HOST, PORT]).toEqual(['0.0.0.0', '4180']);
    expect(settings.get('VOLUME')).toBe(environment.PATRON_DATA_DIR);
    const patron = await startPatronProcess(
      { ...variables, PATRON_DATA_DIR: dataDirectory },
      join(app, script),
    );

    const status = async (path: string) => (await fetch(`${patron.url}${path}`)).status;
    const page = await fetch(patron.url);
    expect([page.status, await page.text()]).toEqual([200, expect.stringContaining('<div id="')]);
    expect(await status('/readyz')).toBe(200);
    expect(await status('/third-party-notices.txt')).toBe(200);
    expect(await status('/docs/advocacy.json')).toBe(200);
    expect(await status('/api/loyalty/v2/loyalty/members')).toBe(401);

    const [, check = ''] = /CMD (\[.*\])$/.exec(settings.get('HEALTHCHECK') ?? '') ?? [];
    const [, ...checkArguments] = JSON.parse(check) as string[];
    const checkHealth = (port: string) =>
      execFileSync(process.execPath, checkArguments, { env: { PORT: port }, stdio: 'ignore' });
    checkHealth(new URL(patron.url).port);
    patron.kill('SIGTERM');
    expect((await patron.exited).code).toBe(0);
    expect(() => checkHealth(new URL(patron.url).port)).toThrow();
    expect(listFiles(app)).toEqual(files);
  },
  BUILD_MS,
);

describe.skipIf(!canRunImages)('the image with a read-only file system', () => {
  // Its own user, and one as OpenShift invents them, who may write to the volume as a member of group 0.
  test.each([
    { user: 10_001, group: 10_001, owner: 10_001, mode: 0o755 },
    { user: 987_654, group: 0, owner: 0, mode: 0o770 },
  ])(
    'runs the services and admin commands as user $user with group $group, and writes only to its volume',
    async ({ user, group, owner, mode }) => {
      const data = temporaryDirectory();
      chownSync(data, owner, group);
      chmodSync(data, mode);
      const PORT = String(await findFreePort());
      const run = (...command: string[]) =>
        runImage(image, command, { user, group, data, variables: { PORT } });
      const admin = async (...parameters: string[]) => {
        const command = run('node', 'src/services/admin/admin.ts', ...parameters);
        return [await command.exited, command.output()];
      };
      const start = JSON.parse(image.settings.get('CMD') ?? '') as string[];

      // The first start, and a later one.
      for (const _ of [1, 2]) {
        const patron = run(...start);
        const ready = vi.waitFor(() => expect(patron.output()).toContain('"msg":"ready"'), WAIT);
        await Promise.race([ready, patron.exited]);
        expect(patron.output()).toContain('"msg":"ready"');
        expect((await fetch(`http://127.0.0.1:${PORT}/readyz`)).status).toBe(200);
        expect((await fetch(`http://127.0.0.1:${PORT}/docs/loyalty.json`)).status).toBe(200);
        expect(await admin('keys', 'rotate')).toEqual([0, expect.stringContaining('ACTIVE FROM')]);
        patron.stop();
        expect(await patron.exited).toBe(0);
        expect(patron.output()).not.toMatch(/"level":"(error|fatal)"|EROFS|EACCES/);
      }
      expect(await admin('teams', 'create', 'Northwind')).toEqual([0, expect.any(String)]);
      expect(await admin('backup', 'create', '/data/backup')).toEqual([0, expect.any(String)]);
    },
    2 * BUILD_MS,
  );
});

test('the Dockerfile pins its images, runs as a user without rights, and starts without a shell', () => {
  const { dependencies } = JSON.parse(read('package.json')) as {
    dependencies: { node: string };
  };
  const [build, final] = valuesOf('FROM');
  expect(build).toBe(`node:${dependencies.node}-bookworm-slim AS build`);
  expect(final).toBe('debian:bookworm-slim');
  expect(valuesOf('USER').at(-1)).toMatch(/^[1-9]\d{3,}:[1-9]\d{3,}$/);
  expect(valuesOf('CMD')).toEqual([expect.stringMatching(/^\[".*"\]$/)]);
  for (const directory of valuesOf('WORKDIR')) expect(directory).toMatch(/^\//);
  expect(valuesOf('ADD')).toEqual([]);
});

test('the compose file sets only valid settings, and runs the image with a read-only file system', () => {
  const compose = read('compose.yaml');
  const [, service = ''] = /\n {2}patron:\n([\s\S]*?)\n\n/.exec(compose) ?? [];
  const [, block = ''] = / {4}environment:\n((?: {6}.+\n)+)/.exec(service) ?? [];
  const variables = Object.fromEntries(
    [...block.matchAll(/^ {6}(\w+): (.+)$/gm)].map(([, name, value = '']) => [
      name,
      value.replace(/\$\{\w+:-(.*?)\}/g, '$1').replace(/\$\{\w+:\?.*?\}/g, 'a-password'),
    ]),
  );
  expect(readEnvironment(variables)).toMatchObject({
    databaseUrl: 'postgres://patron:a-password@database:5432/patron',
    publicUrl: 'http://localhost:4180',
    demo: false,
  });
  expect(service).toContain('    read_only: true\n');
  expect(service).toContain(`      - keys:${valuesOf('VOLUME')[0]}\n`);
});
