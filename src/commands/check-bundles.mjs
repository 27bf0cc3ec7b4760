import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import filePlugin from '@size-limit/file';
import sizeLimit from 'size-limit';
import { root } from './install.mjs';

// Budgets of JavaScript and CSS together, in KB of gzip. What each page loads by static imports is read
// from the build's manifest, so a new lazily loaded file is counted without being listed here.
const SHELL_LIMIT = 190;
/** The shell fails above this, so that the next change still has room. */
const SHELL_ALLOWED = 175;
const MEMBERS_LIMIT = 250;
const MEMBERS_FILES = 12;
const LAZY_LIMIT = 80;
/** Modules that are loaded when they are needed, other than pages, panels and what starts their queries. */
const LAZY_PARTS = 11;
const ROUTE = /-(pages?|panel|loader)\.tsx?$/;

const dist = join(root, 'dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'));
const SHELL = 'index.html';
const MEMBERS = 'src/console/features/members/list/members-page.tsx';
/** What the page loads without a click. */
const MEMBERS_PARTS = ['src/console/layout/notifications/notifications-button.tsx'];
if (!manifest[MEMBERS]?.isDynamicEntry) throw new Error(`The build has no ${MEMBERS}`);

const shell = filesOf([SHELL]);
const members = filesOf([SHELL, MEMBERS, ...MEMBERS_PARTS]);
const lazyModules = Object.keys(manifest).filter((key) => manifest[key].isDynamicEntry);
const budgets = [
  {
    name: `Shell and sign-in callback (limit ${SHELL_LIMIT}, ${SHELL_LIMIT - SHELL_ALLOWED} kept free)`,
    files: shell,
    limit: SHELL_ALLOWED,
  },
  {
    name: 'Members page, cold start',
    files: members,
    limit: MEMBERS_LIMIT,
  },
  // The members page has the budget above.
  ...lazyModules
    .filter((key) => key !== MEMBERS)
    .map((key) => ({
      name: key.replace('src/console/', ''),
      files: ownFilesOf(key),
      limit: LAZY_LIMIT,
    })),
];

const checks = budgets.map(({ files }) => ({ files, gzip: true }));
const sizes = await sizeLimit([filePlugin], { checks });
const rows = budgets
  .map(({ name, limit }, index) => ({ name, limit, size: sizes[index].size / 1000 }))
  .sort((a, b) => b.size - a.size);
for (const { name, limit, size } of rows) {
  const isOver = size > limit;
  if (isOver) process.exitCode = 1;
  console.log(`${isOver ? 'OVER' : 'ok  '} ${size.toFixed(1).padStart(6)} of ${limit} KB  ${name}`);
}

checkCount(members, MEMBERS_FILES, 'files, members page');
checkCount(
  lazyModules.filter((key) => !ROUTE.test(key)),
  LAZY_PARTS,
  'lazily loaded parts',
);

function checkCount({ length }, limit, what) {
  const isOver = length > limit;
  if (isOver) process.exitCode = 1;
  console.log(`${isOver ? 'OVER' : 'ok  '} ${length} of ${limit} ${what}`);
}

/** What a lazily loaded module adds to the shell, or to all pages that open it. */
function ownFilesOf(key) {
  const openers = Object.keys(manifest).filter((other) =>
    manifest[other].dynamicImports?.includes(key),
  );
  const present = openers.map((opener) => new Set([...shell, ...filesOf([opener])]));
  return filesOf([key]).filter((file) => !present.every((files) => files.has(file)));
}

/** The scripts and styles that modules load by static imports. */
function filesOf(keys) {
  const seen = new Set();
  const visit = (key) => {
    if (seen.has(key)) return;
    seen.add(key);
    for (const imported of manifest[key].imports ?? []) visit(imported);
  };
  for (const key of keys) visit(key);
  const files = [...seen].flatMap((key) => [manifest[key].file, ...(manifest[key].css ?? [])]);
  return [...new Set(files)]
    .filter((file) => /\.(js|css)$/.test(file))
    .map((file) => join(dist, file));
}
