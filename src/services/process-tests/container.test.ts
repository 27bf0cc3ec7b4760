import { execFileSync } from 'node:child_process';
import { globSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { readEnvironment } from '#services/platform/environment.ts';
import { migratedDirectory } from '#services/platform/testing/migrated-directory.ts';
import { buildImage, parseDockerfile } from '#services/testing/container-image.ts';
import { startPatronProcess } from '#services/testing/patron-process.ts';

const root = fileURLToPath(new URL('../../../', import.meta.url));
const read = (name: string) => readFileSync(join(root, name), 'utf8');
const instructions = parseDockerfile(read('Dockerfile'));
const valuesOf = (name: string) =>
  instructions.filter((each) => each.name === name).map(({ value }) => value);

/** The console may have to be built, and the template database is. */
const BUILD_MS = 240_000;
const MEGABYTE = 1_000_000;

/** Each file of a folder with its size and time of change. */
function listFiles(folder: string) {
  const files = globSync('**/*', { cwd: folder }).map((path) => {
    const { size, mtimeMs } = statSync(join(folder, path));
    return { path, size, mtimeMs };
  });
  return files.sort((a, b) => (a.path < b.path ? -1 : 1));
}

test(
  'the image that the Dockerfile builds serves the console and the APIs, and writes only to its volume',
  async () => {
    const { folder, environment, settings } = buildImage();
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
