import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';

interface Package {
  version: string;
  resolved?: string;
  dependencies?: Record<string, string>;
  devDependencies?: Record<string, string>;
  optionalDependencies?: Record<string, string>;
}

function readJson<Content>(name: string): Content {
  return JSON.parse(readFileSync(new URL(`../${name}`, import.meta.url), 'utf8')) as Content;
}

const { packages } = readJson<{ packages: Record<string, Package> }>('package-lock.json');

/** Whether the lock file has a package where Node looks for it from another one. */
function hasPackage(from: string, name: string): boolean {
  const folders = from.split('node_modules/');
  return folders.some((_, depth) => {
    const parent = folders.slice(0, depth + 1).join('node_modules/');
    return packages[`${parent === '' ? '' : `${parent.replace(/\/$/, '')}/`}node_modules/${name}`];
  });
}

describe('package-lock.json', () => {
  // Otherwise `npm ci` fails on every system, and other systems install versions that nobody tested.
  test('has every dependency of every package, including builds for other systems', () => {
    const missing = Object.entries(packages).flatMap(
      ([path, { dependencies, optionalDependencies }]) =>
        Object.keys({ ...dependencies, ...optionalDependencies })
          .filter((name) => !hasPackage(path, name))
          .map((name) => `${path} > ${name}`),
    );
    expect(missing).toEqual([]);
  });

  test.each(['darwin', 'linux', 'win32'])('has the builds of native packages for %s', (system) => {
    for (const scope of ['@biomejs/cli', '@node-rs/argon2', '@rolldown/binding', 'lightningcss']) {
      const builds = Object.keys(packages).filter((path) => path.includes(`/${scope}-${system}`));
      expect([scope, builds.length]).toEqual([scope, expect.any(Number)]);
      expect(builds.length).toBeGreaterThan(0);
    }
  });

  test('names no registry, and package.json has exact versions', () => {
    expect(Object.values(packages).filter(({ resolved }) => resolved)).toEqual([]);
    const { dependencies, devDependencies } = readJson<Package>('package.json');
    for (const version of Object.values({ ...dependencies, ...devDependencies })) {
      expect(version).toMatch(/^\d+\.\d+\.\d+$/);
    }
  });
});
