import { findChromium } from './chromium.mjs';
import { installPackages, run } from './install.mjs';

// Runs the named benchmark suites, or all but the long ones.
const suites = process.argv.slice(2);
const compares = suites.includes('compare') || suites.includes('interactions');
const needsBrowser = compares || suites.includes('pages');

installPackages();
run('node', ['src/commands/build-console.mjs']);
const chromium = needsBrowser ? findChromium() : undefined;
if (compares) run('node', ['e2e/bench/compared/build.mjs']);
run('node', ['e2e/bench/bench.ts', ...suites], { PATRON_TEST_CHROMIUM: chromium ?? '' });
