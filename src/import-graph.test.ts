import { globSync, readFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';

const src = fileURLToPath(new URL('.', import.meta.url));

/**
 * Who may import whom, by folder: the first rule whose `from` a file lies in holds for it. A folder
 * may always import from itself.
 */
const RULES: { from: string; mayImport: string[] }[] = [
  { from: 'contract', mayImport: [] },

  { from: 'console/lib', mayImport: ['contract'] },
  { from: 'console/styles', mayImport: [] },
  { from: 'console/ui', mayImport: ['contract', 'console/lib'] },
  // `testing` holds what tests are helped by, and is imported by them alone.
  { from: 'console/api', mayImport: ['contract', 'console/lib', 'console/testing'] },
  {
    from: 'console/session',
    mayImport: [
      'contract',
      'console/lib',
      'console/ui',
      'console/api',
      'console/testing',
      'console/paths.ts',
    ],
  },
  // Of other features a feature knows nothing: what two of them need lives below.
  {
    from: 'console/features/*',
    mayImport: [
      'contract',
      'console/lib',
      'console/ui',
      'console/api',
      'console/session',
      'console/paths.ts',
    ],
  },
  { from: 'console', mayImport: ['contract', 'console'] },

  { from: 'services/platform', mayImport: ['contract'] },
  { from: 'services/advocacy', mayImport: ['contract', 'services/platform'] },
  { from: 'services/loyalty', mayImport: ['contract', 'services/platform'] },
  { from: 'services/gateway', mayImport: ['contract', 'services/platform'] },
  // The demo knows all of them: it fills their tables and plays their outside.
  { from: 'services', mayImport: ['contract', 'services'] },
];

const IMPORT =
  /\b(?:import|export)\s[^'";]*?from\s*['"]([^'"]+)['"]|\bimport\(?\s*['"]([^'"]+)['"]/g;

/** The paths under src/ that a file imports. */
function importsOf(file: string): string[] {
  const text = readFileSync(join(src, file), 'utf8');
  return [...text.matchAll(IMPORT)]
    .map(([, named, bare]) => named ?? bare ?? '')
    .flatMap((specifier) => {
      const internal = /^#(contract|console|services)\/(.*)$/.exec(specifier);
      if (internal) return [`${internal[1]}/${internal[2]}`];
      return specifier.startsWith('.') ? [relative(src, join(src, dirname(file), specifier))] : [];
    });
}

/** The part of a path that a rule's `from` stands for; undefined where it does not lie in it. */
function folderOf(path: string, from: string): string | undefined {
  const wanted = from.split('/');
  const parts = path.split('/');
  if (parts.length <= wanted.length) return undefined;
  const fits = wanted.every((part, index) => part === '*' || part === parts[index]);
  return fits ? parts.slice(0, wanted.length).join('/') : undefined;
}

const isBelow = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`);

const files = globSync('{contract,console,services}/**/*.{ts,tsx}', { cwd: src }).sort();

test('each folder imports only from where the design lets it', () => {
  const broken: string[] = [];
  for (const file of files) {
    const rule = RULES.find(({ from }) => folderOf(file, from) !== undefined);
    if (!rule) throw new Error(`No rule for ${file}`);
    const own = folderOf(file, rule.from) as string;
    for (const imported of importsOf(file)) {
      const allowed = [own, ...rule.mayImport].some((folder) => isBelow(imported, folder));
      if (!allowed) broken.push(`${file} imports ${imported}`);
    }
  }
  expect(broken).toEqual([]);
});

test('imports name their file: no barrels, no missing extensions', () => {
  const vague = files.flatMap((file) =>
    importsOf(file)
      .filter((imported) => !/\.(ts|tsx|css|json|svg|woff2)$/.test(imported.replace(/\?.*$/, '')))
      .map((imported) => `${file} imports ${imported}`),
  );
  expect(vague).toEqual([]);
  expect(files.filter((file) => /(^|\/)index\.tsx?$/.test(file))).toEqual([]);
});
