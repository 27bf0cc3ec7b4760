import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { onEnding } from './ending.mjs';
import { environment, installPackages, root } from './install.mjs';

// `npm run dev -- --port 5200` where 5173 is taken.
const { values } = parseArgs({ options: { port: { type: 'string' } }, strict: false });
const port = String(values.port ?? 5173);

installPackages();

// The dev server passes the services' addresses on, so to a browser all of it is one origin.
const children = [
  start(
    'node',
    ['--watch-path=src/services', '--watch-path=src/contract', 'src/services/main.ts'],
    { PATRON_PUBLIC_URL: environment.PATRON_PUBLIC_URL ?? `http://localhost:${port}` },
  ),
  start('vite', ['--port', port, '--clearScreen', 'false'], {}),
];

onEnding(() => stop(0));
for (const child of children) child.on('exit', (code) => stop(code ?? 1));

function start(program, args, extra) {
  return spawn(program, args, {
    cwd: root,
    env: { ...environment, ...extra },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** One without the other is of no use: both end together, with the status of what came first. */
function stop(code) {
  process.exitCode ??= code;
  for (const child of children) child.kill('SIGTERM');
}
