import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { watchHeartbeat } from './heartbeat.mjs';
import { environment, findNode, installPackages, root, run } from './install.mjs';
import { readOptions } from './options.mjs';
import { onShutdown } from './shutdown.mjs';

readOptions(
  'Usage: npm start\n\nSettings are environment variables, for example PORT=4181 npm start; the README lists them.',
);
installPackages({ development: false });
run('node', ['src/commands/build-console.mjs']);

/** More restarts than this within `RESTART_WINDOW_MS` don't help. */
const MAX_RESTARTS = 5;
const RESTART_WINDOW_MS = 10 * 60_000;

const restartedAt = [];
let isStopping = false;
let server = startServer();
// Wait for the server to finish its open requests.
onShutdown((signal) => {
  isStopping = true;
  server.kill(signal);
});

function startServer() {
  const child = spawn(findNode(), ['src/services/main.ts'], {
    cwd: root,
    env: environment,
    stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
  });
  let ready;
  let isHanging = false;
  child.on('message', (message) => {
    if (message.creating) {
      console.log(`Creating ${message.creating}: about 15 seconds, later starts take 5 ...`);
    }
    // Heartbeats follow.
    if (!message.url) return;
    ready = message;
    printReady(message);
    watchHeartbeat(child, () => {
      isHanging = true;
      child.kill('SIGKILL');
    });
  });
  child.on('exit', (code, signal) => {
    if (isStopping || code === 0 || !ready) process.exit(code ?? (signal ? 1 : 0));
    restart(isHanging, ready);
  });
  return child;
}

function printReady({ url, signIn, setupUrl }) {
  console.log(`Patron is ready at ${url}`);
  if (signIn) console.log(`Demo sign-in: ${signIn.email} / ${signIn.password}`);
  if (setupUrl)
    console.log(`Create the first administrator at ${setupUrl} (works once, for a day)`);
}

function restart(isHanging, { lastWork }) {
  const what = isHanging ? 'Patron stopped responding and was killed' : 'Patron ended unexpectedly';
  console.error(`${what}. It last worked on: ${readLastWork(lastWork)}`);
  const now = performance.now();
  while (restartedAt[0] < now - RESTART_WINDOW_MS) restartedAt.shift();
  if (restartedAt.length === MAX_RESTARTS) {
    console.error('It was started again five times in ten minutes; see the log for the reason');
    process.exit(1);
  }
  restartedAt.push(now);
  server = startServer();
}

function readLastWork(path) {
  try {
    return readFileSync(path, 'utf8').split('\n')[0];
  } catch {
    return 'unknown';
  }
}
