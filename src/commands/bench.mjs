import { findChromium } from './chromium.mjs';
import { installPackages, run } from './install.mjs';

installPackages();
const chromium = findChromium();
run('node', ['src/commands/build-console.mjs']);
run('node', ['e2e/bench/build-react-admin.mjs']);
run('node', ['e2e/bench/bench.ts', ...process.argv.slice(2)], {
  PATRON_TEST_CHROMIUM: chromium ?? '',
});
