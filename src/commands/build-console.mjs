import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { compressFiles } from './compress-files.mjs';
import { exit, hasTool, root, run } from './install.mjs';
import { thirdPartyNotices } from './third-party-notices.mjs';

const dist = join(root, 'dist');
const stamp = join(dist, '.built-from');
const SOURCES = [
  'src/console/**/*',
  'src/contract/**/*',
  'public/**/*',
  'index.html',
  'vite.config.ts',
  'package-lock.json',
];

// Builds the console into dist/ if its sources have changed since the last build. Runs in a separate
// process on the pinned Node.
const sourceHash = hashSources();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== sourceHash) {
  if (!hasTool('vite')) {
    exit(
      'The console has to be built, which needs the development packages: run `npm ci`, start once, then `npm prune --omit=dev`',
    );
  }
  console.log('Building the console ...');
  // Always a production build, even when NODE_ENV is test.
  run('vite', ['build', '--logLevel', 'warn'], { NODE_ENV: 'production' });
  const licenses = JSON.parse(readFileSync(join(dist, '.vite', 'licenses.json'), 'utf8'));
  const bundled = licenses.map(({ name }) => name);
  writeFileSync(join(dist, 'third-party-notices.txt'), thirdPartyNotices(root, bundled));
  compressFiles(dist);
  writeFileSync(stamp, sourceHash);
}

function hashSources() {
  const hash = createHash('sha256');
  const files = SOURCES.flatMap((pattern) => globSync(pattern, { cwd: root })).sort();
  for (const file of files) {
    const path = join(root, file);
    if (statSync(path).isFile() && !file.includes('.test.')) {
      hash.update(file).update('\0').update(readFileSync(path));
    }
  }
  return hash.digest('hex');
}
