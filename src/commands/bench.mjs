import { findChromium } from './chromium.mjs';
import { installPackages, run } from './install.mjs';

// Runs the named benchmark suites, or all of them.
const suites = process.argv.slice(2);
const withBrowser = suites.length === 0 || suites.includes('members-page');

installPackages();
run('node', ['src/commands/build-console.mjs']);
const chromium = withBrowser ? findChromium() : undefined;
if (withBrowser) run('node', ['e2e/bench/build-compared-pages.mjs']);
run('node', ['e2e/bench/bench.ts', ...suites], { PATRON_TEST_CHROMIUM: chromium ?? '' });
