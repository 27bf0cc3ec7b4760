import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
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
const publicUrl = environment.PATRON_PUBLIC_URL ?? `http://localhost:${port}`;
const services = start(
  findNode(),
  ['--watch-path=src/services', '--watch-path=src/contract', 'src/services/main.ts'],
  { PATRON_PUBLIC_URL: publicUrl },
);
// Vite would print an address that is not the public one.
const viteArguments = ['--port', port, '--clearScreen', 'false', '--logLevel', 'warn'];
const children = [services, start('vite', viteArguments, {})];

onShutdown(() => stop(0));
for (const child of children) child.on('exit', (code) => stop(code ?? 1));
void announce();

function start(program, args, extra) {
  return spawn(program, args, {
    cwd: root,
    env: { ...environment, ...portOf(process.env), ...extra },
    stdio: ['ignore', 'inherit', 'inherit'],
    shell: process.platform === 'win32' && program === 'vite',
  });
}

function portOf({ PORT }) {
  return PORT === undefined ? {} : { PORT };
}

/** Prints the address once the dev server passes requests to services that are ready. */
async function announce() {
  while (process.exitCode === undefined && !(await isOk('/readyz'))) await sleep(200);
  if (process.exitCode !== undefined) return;
  console.log(`Patron is ready at ${publicUrl}`);
  if (await isOk('/demo/outbox')) {
    console.log('Demo sign-in: admin@patron.test / patron-demo-admin');
  }
}

async function isOk(path) {
  try {
    return (await fetch(`http://127.0.0.1:${port}${path}`)).ok;
  } catch {
    return false;
  }
}

/** Stops both processes as soon as one exits, with its exit code. */
function stop(code) {
  process.exitCode ??= code;
  for (const child of children) child.kill('SIGTERM');
}
