import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';

const root = new URL('../', import.meta.url);
/** The folders that test names on the pages are relative to, in order of precedence. */
const FOLDERS = ['src/services/advocacy', 'src/services/loyalty', 'src/services', 'src', '.'];

const pages = readdirSync(new URL('docs', root)).filter((name) => name.startsWith('conformance'));

interface Row {
  page: string;
  clause: string;
  /** The last cell: `` `file` · title · title<br>`file` · title ``. */
  tests: string;
}

const rows = pages.flatMap((page): Row[] =>
  readFileSync(new URL(`docs/${page}`, root), 'utf8')
    .split('\n')
    .filter((line) => line.startsWith('| ') && !/^\| (clause|-+) /i.test(line))
    .map((line) => {
      const cells = line.slice(2, -2).split(' | ');
      return { page, clause: cells[0]?.trim() ?? '', tests: cells.at(-1)?.trim() ?? '' };
    }),
);

/** The titles in a test file: string literals that are the first of several arguments. */
function titlesOf(source: string): Set<string> {
  const literals = source.matchAll(/\(\s*(['"`])((?:\\.|(?!\1)[^\\])*)\1,/g);
  return new Set(Array.from(literals, ([, , text = '']) => text.replaceAll(/\\(.)/g, '$1')));
}

function resolve(name: string): URL | undefined {
  return FOLDERS.map((folder) => new URL(`${folder}/${name}`, root)).find((url) => existsSync(url));
}

test('the conformance pages list clauses', () => {
  expect(pages).toContain('conformance.md');
  expect(rows.length).toBeGreaterThan(50);
});

test.each(pages)('every clause on %s names existing tests', (page) => {
  const missing = rows
    .filter((row) => row.page === page)
    .flatMap(({ clause, tests }) =>
      tests.split('<br>').flatMap((part) => {
        const [file = '', ...titles] = part.split(' · ').map((text) => text.trim());
        const url = resolve(/^`([^`]+)`$/.exec(file)?.[1] ?? '-');
        if (!url || titles.length === 0) return [`${clause}: no test in ${part || 'nothing'}`];
        const known = titlesOf(readFileSync(url, 'utf8'));
        return titles
          .filter((title) => !known.has(title))
          .map((title) => `${clause}: ${file} has no “${title}”`);
      }),
    );
  expect(missing).toEqual([]);
});

test('every decision has a clause', () => {
  const named = new Set(rows.flatMap(({ clause }) => /^Decision (\d+)/.exec(clause)?.[1] ?? []));
  const expected = Array.from({ length: 40 }, (_, index) => String(index + 1));
  expect(expected.filter((number) => !named.has(number))).toEqual([]);
});
