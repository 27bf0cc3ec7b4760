import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { findChromium } from './chromium.mjs';
import { installPackages, run } from './install.mjs';

installPackages();
const chromium = findChromium();
const reports = mkdtempSync(join(tmpdir(), 'patron-test-'));
const unitReport = join(reports, 'unit.json');
const browserReport = join(reports, 'browser.json');

if (!process.env.PATRON_TEST_DATABASE_URL) {
  console.warn(
    '\n!! The tests on PostgreSQL are left out: set PATRON_TEST_DATABASE_URL to a server whose role may create databases.\n',
  );
}
if (spawnSync('pebble', ['-h']).error) {
  console.warn(
    "\n!! The tests against an ACME authority are left out: install Debian's package pebble.\n",
  );
}

step('Format and lint');
run('biome', ['check', '--error-on-warnings', '.']);
step('Types');
run('tsc', ['-b']);
step('Unused code and packages');
run('knip', []);
step('Bundle budgets');
run('node', ['src/commands/build-console.mjs']);
run('node', ['src/commands/check-bundles.mjs']);
step('Unit, service and contract tests');
run('vitest', ['run', '--reporter=default', '--reporter=json', `--outputFile.json=${unitReport}`]);
step('Browser tests');
run('playwright', ['test', '--config', 'e2e/playwright.config.ts'], {
  PATRON_TEST_CHROMIUM: chromium ?? '',
  PLAYWRIGHT_JSON_OUTPUT_NAME: browserReport,
});
summarise();

function step(name) {
  console.log(`\n== ${name}`);
}

function summarise() {
  const unit = JSON.parse(readFileSync(unitReport, 'utf8'));
  const { stats: browser } = JSON.parse(readFileSync(browserReport, 'utf8'));
  const passed = unit.numPassedTests + browser.expected + browser.flaky;
  const failed = unit.numFailedTests + browser.unexpected;
  const skipped = unit.numPendingTests + browser.skipped;
  console.log(`\ntests: ${passed} passed, ${failed} failed, ${skipped} skipped`);
}
