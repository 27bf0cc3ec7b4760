import { fileURLToPath } from 'node:url';
import { compressFiles } from '../../src/commands/compress-files.mjs';
import { run } from '../../src/commands/install.mjs';

// Builds the page that Patron is compared with: a separate package, installed only for benchmarks.
const directory = 'e2e/bench/react-admin';
run('npm', [
  'install',
  '--no-save',
  '--prefix',
  directory,
  '--no-audit',
  '--no-fund',
  '--loglevel=error',
]);
run('vite', ['build', directory, '--logLevel', 'warn']);
compressFiles(fileURLToPath(new URL('react-admin/dist', import.meta.url)));
