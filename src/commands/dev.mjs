import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { environment, findNode, installPackages, root } from './install.mjs';
import { readOptions } from './options.mjs';
import { onShutdown } from './shutdown.mjs';

const { port = '5173' } = readOptions(
  'Usage: npm run dev [-- --port <port of the dev server, 5173 by default>]',
  { port: { type: 'string' } },
);

installPackages();
// The services read the file themselves; the dev server needs their PORT.
const environmentFile = join(root, '.env');
if (existsSync(environmentFile)) process.loadEnvFile(environmentFile);

// The dev server proxies the services, so everything has the same origin.
const services = start(
  findNode(),
  ['--watch-path=src/services', '--watch-path=src/contract', 'src/services/main.ts'],
  { PATRON_PUBLIC_URL: environment.PATRON_PUBLIC_URL ?? `http://localhost:${port}` },
  ['ipc'],
);
// Vite would print an address that is not the public one.
const viteArguments = ['--port', port, '--clearScreen', 'false', '--logLevel', 'warn'];
const children = [services, start('vite', viteArguments, {})];

onShutdown(() => stop(0));
for (const child of children) child.on('exit', (code) => stop(code ?? 1));
services.once('message', async ({ url, signIn }) => {
  await waitForDevServer();
  console.log(`Patron is ready at ${url}`);
  if (signIn) console.log(`Demo sign-in: ${signIn.email} / ${signIn.password}`);
});

function start(program, args, extra, channels = []) {
  return spawn(program, args, {
    cwd: root,
    env: { ...environment, ...portOf(process.env), ...extra },
    stdio: ['ignore', 'inherit', 'inherit', ...channels],
    shell: process.platform === 'win32' && program === 'vite',
  });
}

function portOf({ PORT }) {
  return PORT === undefined ? {} : { PORT };
}

/** Waits until the dev server accepts connections. */
async function waitForDevServer() {
  while (process.exitCode === undefined && !(await isListening())) await sleep(50);
}

function isListening() {
  const socket = connect(Number(port), '127.0.0.1');
  return new Promise((resolve) => {
    socket.on('connect', () => resolve(true));
    socket.on('error', () => resolve(false));
  }).finally(() => socket.destroy());
}

/** Stops both processes as soon as one exits, with its exit code. */
function stop(code) {
  process.exitCode ??= code;
  for (const child of children) child.kill('SIGTERM');
}
