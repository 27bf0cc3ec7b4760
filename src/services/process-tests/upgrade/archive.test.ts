import { execFileSync, spawn } from 'node:child_process';
import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { existsSync, globSync, readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { findFreePort } from '#services/platform/testing/free-ports.ts';
import { temporaryDirectory } from '#services/platform/testing/temporary-directory.ts';

const root = fileURLToPath(new URL('../../../../', import.meta.url));
const run = (program: string, args: string[], cwd = root) =>
  execFileSync(program, args, { cwd, encoding: 'utf8' });
const commit = run('git', ['rev-parse', 'HEAD']).trim();

beforeAll(() => {
  run(process.execPath, ['src/commands/build-console.mjs']);
}, 120_000);

/** The hash of each file in a folder. */
function hashFiles(folder: string): Record<string, string> {
  const files = globSync('**/*', { cwd: folder })
    .filter((file) => statSync(join(folder, file)).isFile())
    .sort();
  const hash = (file: string) =>
    createHash('sha256')
      .update(readFileSync(join(folder, file)))
      .digest('hex');
  return Object.fromEntries(files.map((file) => [file, hash(file)]));
}

test('a second build of the console has the same files', () => {
  const folder = temporaryDirectory();
  const vite = join(root, 'node_modules/vite/bin/vite.js');
  const env = { ...process.env, NODE_ENV: 'production' };
  const options = ['build', '--logLevel', 'error', '--outDir', folder, '--emptyOutDir'];
  execFileSync(process.execPath, [vite, ...options], { cwd: root, env });
  const built = hashFiles(folder);
  expect(Object.keys(built).length).toBeGreaterThan(50);
  expect(hashFiles(join(root, 'dist'))).toMatchObject(built);
}, 120_000);

test('the archive of a release is the same each time, and starts in an empty folder', async () => {
  const [first, second] = [temporaryDirectory(), temporaryDirectory()];
  for (const folder of [first, second]) {
    run(process.execPath, ['src/commands/release-files.mjs', '9.9.9', commit, folder]);
  }
  expect(run('sha256sum', ['--check', 'SHA256SUMS'], first)).toMatch(/^(\S+: OK\n){3}$/);
  const archive = 'patron-9.9.9.tar.gz';
  expect(hashFiles(first)[archive]).toBe(hashFiles(second)[archive]);
  const { components } = JSON.parse(readFileSync(join(first, 'sbom.cdx.json'), 'utf8'));
  const names = components.map(({ name }: { name: string }) => name);
  expect(names).toEqual(expect.arrayContaining(['fastify', 'react-dom']));
  expect(names).not.toContain('vitest');

  run('tar', ['-xzf', archive], first);
  const folder = join(first, 'patron-9.9.9');
  expect(existsSync(join(folder, 'e2e'))).toBe(false);
  expect(globSync('**/*.test.ts', { cwd: join(folder, 'src') })).toEqual([]);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  const port = String(await findFreePort());
  const services = spawn(process.execPath, ['src/commands/start.mjs'], {
    cwd: folder,
    env: {
      PATH: process.env.PATH,
      PORT: port,
      PATRON_DATA_DIR: temporaryDirectory(),
      PATRON_DEMO: '0',
    },
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(async () => {
    services.kill('SIGTERM');
    await once(services, 'exit');
  });
  let output = '';
  services.stdout.on('data', (chunk) => {
    output += chunk;
  });
  await expect.poll(() => output, { timeout: 90_000 }).toContain('Patron is ready at');
  const page = await (await fetch(`http://localhost:${port}/`)).text();
  const [, script = ''] = /<script type="module"[^>]* src="([^"]+)"/.exec(page) ?? [];
  expect((await fetch(`http://localhost:${port}${script}`)).status).toBe(200);
}, 180_000);
