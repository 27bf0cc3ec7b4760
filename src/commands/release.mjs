import { execFileSync } from 'node:child_process';
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { exit, installPackages, root, run } from './install.mjs';
import { readOptions } from './options.mjs';

const { version = '' } = readOptions(
  'Usage: npm run release -- <version>\n\nChecks the version, its changelog and the tests, and writes the files of the release to release/ and what later versions are tested with to releases/. DATABASE_URL is a PostgreSQL server whose role may create databases.',
  {},
  'version',
);
const read = (file) => readFileSync(join(root, file), 'utf8');
const git = (...args) => execFileSync('git', args, { cwd: root, encoding: 'utf8' }).trim();

if (!/^\d+\.\d+\.\d+$/.test(version)) exit('Say which version, for example 0.2.0', 2);
if (JSON.parse(read('package.json')).version !== version) {
  exit(`package.json has another version: npm version ${version} --no-git-tag-version`);
}
if (
  !new RegExp(`^## ${version.replaceAll('.', '\\.')} - \\d{4}-\\d\\d-\\d\\d$`, 'm').test(
    read('CHANGELOG.md'),
  )
) {
  exit(`CHANGELOG.md has no section "## ${version} - <date>"`);
}
if (git('status', '--porcelain') !== '') exit('The work tree has changes: commit them first');
const kept = join(root, 'releases', version);
if (existsSync(kept)) exit(`${kept} exists: ${version} was released`);
if (!process.env.DATABASE_URL) exit('Set DATABASE_URL to a PostgreSQL server');

installPackages();
const commit = git('rev-parse', 'HEAD');
run('node', ['src/commands/test.mjs'], {
  PATRON_TEST_REQUIRE_SERVERS: '1',
  PATRON_TEST_ALL: '1',
  PATRON_TEST_DATABASE_URL: process.env.DATABASE_URL,
});
run('node', ['src/commands/build-console.mjs']);
run('node', ['src/commands/release-files.mjs', version, commit, join(root, 'release')]);

mkdirSync(kept);
run('node', ['src/services/process-tests/upgrade/freeze-release.ts', kept]);
const { entries } = JSON.parse(read('src/services/platform/migrations/meta/_journal.json'));
const release = { version, commit, lastMigration: entries.at(-1).tag };
writeFileSync(join(kept, 'release.json'), `${JSON.stringify(release, null, 2)}\n`);
console.log(
  `The files of ${version} are in release. Commit releases/${version}, and tag ${commit}.`,
);
