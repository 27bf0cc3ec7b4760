import { existsSync, globSync, readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
const MAX_LINES = 250;
/** Tests are split by subject rather than by size. */
const MAX_TEST_LINES = 400;
const MAX_FILES = 20;
/** A shorter file with one reader belongs in that reader. */
const MIN_LINES = 35;

/** Generated, one pair of files for each change of the database. */
const isMigration = (path: string) => path.startsWith('src/services/platform/migrations/');

/** Shorter files with one reader that are expected where they are. */
const SMALL_FILES = [
  /-table\.ts$/,
  // One for each page, resource and admin command.
  /-page\.tsx$/,
  /-routes?\.ts$/,
  /-document\.ts$/,
  /^src\/contract\/reference\//,
  /^src\/services\/admin\/commands\//,
  // The parts that the console starts from.
  /^src\/console\/(startup\/[\w-]+|app|personal-routes|api\/query-client)\.tsx?$/,
];

const files = globSync(['src/**/*.{ts,tsx,mjs,js,css,sql,json}', 'e2e/**/*', 'public/*'], {
  cwd: root,
  withFileTypes: true,
  exclude: ['**/{node_modules,dist}/**'],
})
  .filter((entry) => entry.isFile())
  .map((entry) => join(entry.parentPath, entry.name).slice(root.length))
  .filter((path) => !isMigration(path))
  .sort();
const code = files.filter((path) => /\.(tsx?|mjs|js|css)$/.test(path));
const textOf = new Map(code.map((path) => [path, readFileSync(join(root, path), 'utf8')]));
const linesOf = (path: string) => (textOf.get(path) ?? '').split('\n').length - 1;

const isTest = (path: string) => /\.(test|spec)\.tsx?$|\/testing\//.test(path);

interface Reader {
  path: string;
  isLazy: boolean;
}

/** Who imports each file, by its path. */
function findReaders(): Map<string, Reader[]> {
  const readers = new Map<string, Reader[]>();
  for (const [path, text] of textOf) {
    for (const [, lazy, target = ''] of text.matchAll(
      /\b(?:from|import)\s*(\()?\s*'((?:\.|#)[^']+)'/g,
    )) {
      const imported = target.startsWith('#')
        ? `src/${target.slice(1)}`
        : join(dirname(path), target);
      const known = readers.get(imported) ?? [];
      readers.set(imported, [...known, { path, isLazy: lazy !== undefined }]);
    }
  }
  return readers;
}

describe('files', () => {
  test(`have at most ${MAX_LINES} lines, tests ${MAX_TEST_LINES}`, () => {
    const long = code.filter((path) => linesOf(path) > (isTest(path) ? MAX_TEST_LINES : MAX_LINES));
    expect(long.map((path) => `${path}: ${linesOf(path)}`)).toEqual([]);
  });

  test(`are at most ${MAX_FILES} in a folder`, () => {
    const counts = new Map<string, number>();
    for (const path of files) counts.set(dirname(path), (counts.get(dirname(path)) ?? 0) + 1);
    expect([...counts].filter(([, count]) => count > MAX_FILES)).toEqual([]);
  });

  test(`have two readers, a test or ${MIN_LINES} lines`, () => {
    const readers = findReaders();
    const small = code.filter((path) => {
      if (!/^src\/.*\.tsx?$/.test(path) || isTest(path) || path.endsWith('.d.ts')) return false;
      if (linesOf(path) >= MIN_LINES || SMALL_FILES.some((pattern) => pattern.test(path))) {
        return false;
      }
      const [reader, ...others] = readers.get(path) ?? [];
      const hasTest = existsSync(join(root, path.replace(/\.(tsx?)$/, '.test.$1')));
      return reader !== undefined && others.length === 0 && !reader.isLazy && !hasTest;
    });
    expect(small.map((path) => `${path} belongs into ${readers.get(path)?.[0]?.path}`)).toEqual([]);
  });
});
