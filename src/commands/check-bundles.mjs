import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import filePlugin from '@size-limit/file';
import sizeLimit from 'size-limit';
import { root } from './install.mjs';

// The budgets of JavaScript and CSS together, in gzip and thousands of bytes: what each page loads
// by static imports, read from the build's manifest.
const dist = join(root, 'dist');
const manifest = JSON.parse(readFileSync(join(dist, '.vite', 'manifest.json'), 'utf8'));
const SHELL = 'index.html';
const MEMBERS = 'src/console/features/members/list/members-page.tsx';

const shell = filesOf([SHELL]);
const lazy = Object.keys(manifest).filter((key) => manifest[key].isDynamicEntry);
const pages = lazy.filter((key) => key.endsWith('-page.tsx'));
const charts = lazy.filter((key) => key.endsWith('-chart.tsx'));
const budgets = [
  { name: 'Shell and sign-in callback', files: shell, limit: 130 },
  ...pages.map((page) =>
    page === MEMBERS
      ? { name: 'Members page from a cold start', files: filesOf([SHELL, page]), limit: 210 }
      : { name: ownName(page), files: own(page), limit: 50 },
  ),
  ...charts.map((chart) => ({ name: ownName(chart), files: own(chart), limit: 60 })),
];

const checks = budgets.map(({ files }) => ({ files, gzip: true }));
const sizes = await sizeLimit([filePlugin], { checks });
for (const [index, { name, limit }] of budgets.entries()) {
  const size = sizes[index].size / 1000;
  const isOver = size > limit;
  if (isOver) process.exitCode = 1;
  console.log(
    `${isOver ? 'OVER ' : 'kept '} ${size.toFixed(1).padStart(6)} of ${limit} KB  ${name}`,
  );
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

function ownName(key) {
  return `${key.split('/').at(-1)} of its own`;
}

/** What a page loads that the shell has not loaded already. */
function own(page) {
  return filesOf([page]).filter((file) => !shell.includes(file));
}
