import { spawn } from 'node:child_process';
import { watchHeartbeat } from './heartbeat.mjs';
import { environment, findNode, installPackages, root, run } from './install.mjs';
import { readOptions } from './options.mjs';
import { onShutdown } from './shutdown.mjs';

readOptions(
  'Usage: npm start\n\nSettings are environment variables, for example PORT=4181 npm start; the README lists them.',
);
installPackages({ development: false });
run('node', ['src/commands/build-console.mjs']);

const server = spawn(findNode(), ['src/services/main.ts'], {
  cwd: root,
  env: environment,
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
server.on('message', ({ creating, url, signIn, setupUrl }) => {
  if (creating) console.log(`Creating ${creating}: about 15 seconds, later starts take 5 ...`);
  // Heartbeats follow.
  if (!url) return;
  console.log(`Patron is ready at ${url}`);
  if (signIn) console.log(`Demo sign-in: ${signIn.email} / ${signIn.password}`);
  if (setupUrl)
    console.log(`Create the first administrator at ${setupUrl} (works once, for a day)`);
  watchHeartbeat(server, () => {
    console.error('Patron stopped responding and was killed; see the log for the reason');
    server.kill('SIGKILL');
  });
});
// Wait for the server to finish its open requests.
onShutdown((signal) => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
