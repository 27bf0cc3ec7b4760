import { spawn } from 'node:child_process';
import { parseArgs } from 'node:util';
import { environment, installPackages, root } from './install.mjs';
import { onShutdown } from './shutdown.mjs';

// `npm run dev -- --port 5200` if port 5173 is in use.
const { values } = parseArgs({ options: { port: { type: 'string' } }, strict: false });
const port = String(values.port ?? 5173);

installPackages();

// The dev server proxies the services, so everything has the same origin.
const children = [
  start(
    'node',
    ['--watch-path=src/services', '--watch-path=src/contract', 'src/services/main.ts'],
    { PATRON_PUBLIC_URL: environment.PATRON_PUBLIC_URL ?? `http://localhost:${port}` },
  ),
  start('vite', ['--port', port, '--clearScreen', 'false'], {}),
];

onShutdown(() => stop(0));
for (const child of children) child.on('exit', (code) => stop(code ?? 1));

function start(program, args, extra) {
  return spawn(program, args, {
    cwd: root,
    env: { ...environment, ...extra },
    stdio: ['ignore', 'inherit', 'inherit'],
  });
}

/** Stops both processes as soon as one exits, with its exit code. */
function stop(code) {
  process.exitCode ??= code;
  for (const child of children) child.kill('SIGTERM');
}
