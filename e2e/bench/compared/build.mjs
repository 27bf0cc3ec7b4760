import { fileURLToPath } from 'node:url';
import { compressFiles } from '../../../src/commands/compress-files.mjs';
import { run } from '../../../src/commands/install.mjs';

// Builds the pages that Patron's members page is compared with. One uses react-admin, in a separate package that is
// installed only for benchmarks; the other nothing but Patron's own packages.
const directory = 'e2e/bench/compared/react-admin';
run('npm', [
  'install',
  '--no-save',
  '--prefix',
  directory,
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
]);
for (const name of ['react-admin', 'bare-page']) {
  // Its warnings are about directives of other packages.
  run('vite', ['build', `e2e/bench/compared/${name}`, '--logLevel', 'error']);
  compressFiles(fileURLToPath(new URL(`${name}/dist`, import.meta.url)));
}
