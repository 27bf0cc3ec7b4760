import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { findEngines } from './engines.mjs';
import { installPackages, run } from './install.mjs';

// `node test.mjs` runs everything. `node test.mjs <part> [file or pattern ...]` runs one part.
const PARTS = {
  check,
  unit: unitTests,
  services: serviceTests,
  e2e: browserTests,
  engines: engineTests,
};
const [part, ...patterns] = process.argv.slice(2);

installPackages();
if (part === undefined) runEverything();
else if (Object.hasOwn(PARTS, part)) PARTS[part](patterns);
else {
  console.error(`Unknown part "${part}": use one of ${Object.keys(PARTS).join(', ')}`);
  process.exitCode = 2;
}

function runEverything() {
  const reports = mkdtempSync(join(tmpdir(), 'patron-test-'));
  const vitestReport = join(reports, 'vitest.json');
  const browserReport = join(reports, 'browser.json');
  // Before the long steps, so that a missing browser fails early.
  findChromium();
  reportMissingServers();
  if (process.env.PATRON_TEST_ALL !== '1') {
    console.log('Browser tests of rare cases are skipped; PATRON_TEST_ALL=1 runs all.');
  }
  check([]);
  step('Bundle budgets');
  run('node', ['src/commands/build-console.mjs']);
  run('node', ['src/commands/check-bundles.mjs']);
  step('Unit, service and contract tests');
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${vitestReport}`];
  run('vitest', ['run', ...reporters]);
  browserTests([], {
    PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
    PATRON_TEST_ALL: process.env.PATRON_TEST_ALL ?? '0',
  });
  if (process.env.PATRON_TEST_ALL === '1') engineTests([]);
  summarize(vitestReport, browserReport);
}

/** @param {string[]} files all files if empty; `changed` adds the tests that uncommitted changes can reach */
function check(files) {
  if (files.length === 1 && files[0] === 'changed') {
    checkChanged();
    return;
  }
  step('Format and lint');
  run('biome', ['check', '--error-on-warnings', ...(files.length > 0 ? files : ['.'])]);
  step('Types');
  run('tsc', ['-b']);
  if (files.length > 0) return;
  step('Unused code and packages');
  run('knip', []);
}

/** On the embedded database only and without the tests of whole processes, which take minutes. */
function checkChanged() {
  step('Format and lint');
  run('biome', ['check', '--error-on-warnings', '.']);
  step('Types');
  run('tsc', ['-b']);
  step('Tests that the uncommitted change can reach');
  const options = ['--changed', '--passWithNoTests', '--exclude', 'src/services/process-tests/**'];
  run('vitest', ['run', ...options], { PATRON_TEST_DATABASE_URL: '' });
}

function unitTests(filters) {
  step('Unit and contract tests');
  run('vitest', ['run', '--exclude', 'src/services/**', ...filters]);
}

function serviceTests(filters) {
  reportMissingServers();
  step('Service tests');
  run('vitest', [
    'run',
    '--exclude',
    'src/{console,contract}/**',
    '--exclude',
    'src/*.test.ts',
    ...filters,
  ]);
}

function browserTests(filters, environment = {}) {
  run('node', ['src/commands/build-console.mjs']);
  step('Browser tests');
  if (!existsSync('/usr/bin/glewlwyd')) {
    console.log(
      "Tests with another OpenID provider are skipped: install Debian's package glewlwyd.",
    );
  }
  run('playwright', ['test', '--config', 'e2e/playwright.config.ts', ...filters], {
    PATRON_TEST_CHROMIUM: findChromium() ?? '',
    ...environment,
  });
}

/** The main flows in Chromium, Firefox and WebKit. */
function engineTests(filters) {
  run('node', ['src/commands/build-console.mjs']);
  step('Main flows in three engines');
  const { programs, missing } = findEngines();
  reportMissing(missing);
  run('playwright', ['test', '--config', 'e2e/engines/playwright.config.ts', ...filters], {
    PATRON_TEST_ENGINES: JSON.stringify(programs),
  });
}

function reportMissingServers() {
  const missing = [];
  if (!process.env.PATRON_TEST_DATABASE_URL) {
    missing.push(
      'the tests on PostgreSQL: set PATRON_TEST_DATABASE_URL to a server whose role may create databases',
    );
  }
  if (['pebble', 'pebble-challtestsrv'].some((command) => spawnSync(command, ['-h']).error)) {
    missing.push("the tests against an ACME authority: install Debian's package pebble");
  }
  if (spawnSync('/usr/sbin/pgbouncer', ['--version']).error) {
    missing.push("the tests behind PgBouncer: install Debian's package pgbouncer");
  }
  const groups = ['/sys/fs/cgroup/memory/cgroup.procs', '/sys/fs/cgroup/cgroup.procs'];
  if (!groups.some(isWritable)) {
    missing.push('the tests with a memory limit: no control group can be written');
  }
  if (spawnSync('unshare', ['--mount', 'mount', '--bind', '/', '/']).status !== 0) {
    missing.push('the tests with a read-only file system: only root on Linux may mount');
  }
  reportMissing(missing);
}

/** Tests that need what is missing are skipped, unless PATRON_TEST_REQUIRE_SERVERS=1. */
function reportMissing(missing) {
  const isRequired = process.env.PATRON_TEST_REQUIRE_SERVERS === '1';
  for (const tests of missing) {
    console.warn(`\n!! ${isRequired ? "Can't run" : 'Skipping'} ${tests}.\n`);
  }
  if (isRequired && missing.length > 0) process.exit(1);
}

function isWritable(path) {
  try {
    accessSync(path, constants.W_OK);
    return true;
  } catch {
    return false;
  }
}

function step(name) {
  console.log(`\n== ${name}`);
}

function summarize(vitestReport, browserReport) {
  const vitest = JSON.parse(readFileSync(vitestReport, 'utf8'));
  const { stats: browser } = JSON.parse(readFileSync(browserReport, 'utf8'));
  const passed = vitest.numPassedTests + browser.expected + browser.flaky;
  const failed = vitest.numFailedTests + browser.unexpected;
  const skipped = vitest.numPendingTests + browser.skipped;
  const tests = vitest.testResults.flatMap(({ assertionResults }) => assertionResults);
  const isFlaky = ({ status, failureMessages }) =>
    status === 'passed' && failureMessages.length > 0;
  for (const { fullName } of tests.filter(isFlaky)) console.log(`flaky: ${fullName}`);
  console.log(`\ntests: ${passed} passed, ${failed} failed, ${skipped} skipped`);
}
