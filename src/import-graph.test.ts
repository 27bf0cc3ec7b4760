import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const src = fileURLToPath(new URL('.', import.meta.url));

/**
 * What each folder may import. The first rule whose `folder` contains a file applies to it; `*` stands
 * for one folder name. A folder may always import from itself.
 */
const RULES: { folder: string; mayImport: string[] }[] = [
  { folder: 'contract', mayImport: [] },

  { folder: 'console/lib', mayImport: [] },
  { folder: 'console/styles', mayImport: [] },
  { folder: 'console/ui', mayImport: ['console/lib'] },
  { folder: 'console/api', mayImport: ['contract', 'console/lib', 'console/testing'] },
  {
    folder: 'console/session',
    mayImport: [
      'contract',
      'console/lib',
      'console/ui',
      'console/api',
      'console/testing',
      'console/paths.ts',
    ],
  },
  {
    folder: 'console/shared',
    mayImport: [
      'contract',
      'console/lib',
      'console/ui',
      'console/api',
      'console/session',
      'console/testing',
      'console/paths.ts',
    ],
  },
  // A feature never imports another feature: what two of them need is in `shared`.
  {
    folder: 'console/features/*',
    mayImport: [
      'contract',
      'console/lib',
      'console/ui',
      'console/api',
      'console/session',
      'console/shared',
      'console/paths.ts',
    ],
  },
  { folder: 'console', mayImport: ['contract', 'console'] },

  { folder: 'services/platform', mayImport: ['contract'] },
  { folder: 'services/advocacy', mayImport: ['contract', 'services/platform'] },
  { folder: 'services/loyalty', mayImport: ['contract', 'services/platform'] },
  { folder: 'services/gateway', mayImport: ['contract', 'services/platform'] },
  // The demo fills the tables of all services and simulates the outside world.
  { folder: 'services', mayImport: ['contract', 'services'] },
];

const IMPORT =
  /\b(?:import|export)\s[^'";]*?from\s*['"]([^'"]+)['"]|\bimport\(?\s*['"]([^'"]+)['"]/g;

/** The import specifiers of a file, as they are written. */
function specifiersOf(file: string): string[] {
  const text = readFileSync(join(src, file), 'utf8');
  return [...text.matchAll(IMPORT)].map(([, named, bare]) => named ?? bare ?? '');
}

/** The paths under `src/` that a file imports. */
function importsOf(file: string): string[] {
  return specifiersOf(file).flatMap((specifier) => {
    const internal = /^#(contract|console|services)\/(.*)$/.exec(specifier);
    if (internal) return [`${internal[1]}/${internal[2]}`];
    return specifier.startsWith('.') ? [relative(src, join(src, dirname(file), specifier))] : [];
  });
}

/** The part of `path` that matches the rule's folder, or undefined when the path is outside it. */
function matchFolder(path: string, folder: string): string | undefined {
  const wanted = folder.split('/');
  const parts = path.split('/');
  if (parts.length <= wanted.length) return undefined;
  const matches = wanted.every((part, index) => part === '*' || part === parts[index]);
  return matches ? parts.slice(0, wanted.length).join('/') : undefined;
}

const isBelow = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

const files = globSync('{contract,console,services}/**/*.{ts,tsx}', { cwd: src }).sort();

/**
 * Imports between the entries (files and folders) of each folder. Imports of tables don't count:
 * foreign keys make all tables of a service one schema.
 */
function entryGraphs(): Map<string, Map<string, Set<string>>> {
  const graphs = new Map<string, Map<string, Set<string>>>();
  for (const file of files) {
    if (/\.test\.tsx?$|\/testing\//.test(file)) continue;
    for (const imported of importsOf(file)) {
      if (imported.endsWith('-table.ts')) continue;
      const from = file.split('/');
      const to = imported.split('/');
      let depth = 0;
      while (from[depth] !== undefined && from[depth] === to[depth]) depth += 1;
      const [source, target] = [from[depth], to[depth]];
      if (source === undefined || target === undefined) continue;
      const folder = from.slice(0, depth).join('/');
      const graph = graphs.get(folder) ?? new Map<string, Set<string>>();
      graphs.set(folder, graph.set(source, (graph.get(source) ?? new Set()).add(target)));
    }
  }
  return graphs;
}

/** A chain of entries that ends where it began, or undefined. */
function findCircle(graph: Map<string, Set<string>>): string[] | undefined {
  const done = new Set<string>();
  const visit = (entry: string, path: string[]): string[] | undefined => {
    const start = path.indexOf(entry);
    if (start !== -1) return [...path.slice(start), entry];
    if (done.has(entry)) return undefined;
    for (const next of graph.get(entry) ?? []) {
      const circle = visit(next, [...path, entry]);
      if (circle) return circle;
    }
    done.add(entry);
    return undefined;
  };
  for (const entry of graph.keys()) {
    const circle = visit(entry, []);
    if (circle) return circle;
  }
  return undefined;
}

describe('imports', () => {
  test('follow the direction between folders', () => {
    const broken: string[] = [];
    for (const file of files) {
      const rule = RULES.find(({ folder }) => matchFolder(file, folder) !== undefined);
      if (!rule) throw new Error(`No rule for ${file}`);
      const own = matchFolder(file, rule.folder) ?? rule.folder;
      for (const imported of importsOf(file)) {
        const isAllowed = [own, ...rule.mayImport].some((folder) => isBelow(imported, folder));
        if (!isAllowed) broken.push(`${file} imports ${imported}`);
      }
    }
    expect(broken).toEqual([]);
  });

  test('never form a circle of files or folders', () => {
    const circles = [...entryGraphs()].flatMap(([folder, graph]) => {
      const circle = findCircle(graph);
      return circle ? [`${folder}: ${circle.join(' -> ')}`] : [];
    });
    expect(circles).toEqual([]);
  });

  test('name a file with its extension, relative only downwards', () => {
    const wrong = files.flatMap((file) => [
      ...specifiersOf(file)
        .filter((specifier) => specifier.startsWith('../'))
        .map((specifier) => `${file} imports ${specifier}`),
      ...importsOf(file)
        .filter(
          (imported) =>
            !/\.(ts|tsx|mjs|css|json|svg|woff2|go|php|py|sh)$/.test(imported.replace(/\?.*$/, '')),
        )
        .map((imported) => `${file} imports ${imported}`),
    ]);
    expect(wrong).toEqual([]);
  });
});

test('no file is a barrel', () => {
  expect(files.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([]);
});
