import { globSync, readFileSync } from 'node:fs';
import { basename, dirname, join } from 'node:path';
import { expect, test } from 'vitest';

const src = import.meta.dirname;
const IMPORT = /import (\w+) from '(\.[^']*\.module\.css|#console\/[^']*\.module\.css)'/g;

/** The classes that each CSS module of the console has. */
const classesOf = new Map(
  globSync('console/**/*.module.css', { cwd: src }).map((path) => {
    const css = readFileSync(join(src, path), 'utf8')
      .replace(/\/\*.*?\*\//gs, '')
      .replace(/:global\([^)]*\)/g, '');
    return [path, new Set([...css.matchAll(/\.([a-zA-Z][\w-]*)/g)].map(([, name = '']) => name))];
  }),
);

/** The names by which components refer to the classes of a module; `undefined` for a computed one. */
const uses = globSync('console/**/*.{ts,tsx}', { cwd: src }).flatMap((file) => {
  const text = readFileSync(join(src, file), 'utf8');
  return [...text.matchAll(IMPORT)].flatMap(([, object = '', from = '']) => {
    const path = from.startsWith('#') ? from.slice(1) : join(dirname(file), from);
    const names = text.matchAll(new RegExp(`(?<![\\w/-])${object}(?:\\.([a-zA-Z]\\w*)|\\[)`, 'g'));
    return [...names].map(([, name]) => ({ file, path, name }));
  });
});

test('components refer only to classes that their CSS modules have', () => {
  const missing = uses
    .filter(({ path, name }) => name !== undefined && !classesOf.get(path)?.has(name))
    .map(({ file, name }) => `${file}: ${name}`);
  expect(missing).toEqual([]);
});

test('every class of a CSS module is used', () => {
  const unused = [...classesOf].flatMap(([path, classes]) => {
    const names = new Set(uses.filter((use) => use.path === path).map(({ name }) => name));
    if (names.has(undefined)) return [];
    return [...classes].filter((name) => !names.has(name)).map((name) => `${path}: ${name}`);
  });
  expect(unused).toEqual([]);
});

test('stylesheets have different names, which are part of the names of their classes', () => {
  const names = [...classesOf.keys()].map((path) => basename(path));
  expect(names.filter((name, index) => names.indexOf(name) !== index)).toEqual([]);
});
