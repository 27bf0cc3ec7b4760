import { createHash } from 'node:crypto';
import { existsSync, globSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { brotliCompressSync, constants, gzipSync } from 'node:zlib';
import { root, run } from './install.mjs';

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

// Builds the console into dist/ where its sources have changed since the last build.
// Runs on the pinned Node, in a process of its own.
const wanted = hashSources();
if (!existsSync(stamp) || readFileSync(stamp, 'utf8') !== wanted) {
  console.log('Building the console ...');
  run('vite', ['build', '--logLevel', 'warn']);
  compress();
  writeFileSync(stamp, wanted);
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

/** Compresses once what is served often. */
function compress() {
  for (const file of globSync('**/*.{js,css,html,svg,json}', { cwd: dist })) {
    const path = join(dist, file);
    const content = readFileSync(path);
    writeFileSync(`${path}.gz`, gzipSync(content, { level: 9 }));
    writeFileSync(
      `${path}.br`,
      brotliCompressSync(content, {
        params: { [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY },
      }),
    );
  }
}
