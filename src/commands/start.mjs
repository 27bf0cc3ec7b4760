import { spawn } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { watchHeartbeat } from './heartbeat.mjs';
import { environment, findNode, installPackages, root, run } from './install.mjs';
import { readOptions } from './options.mjs';
import { onShutdown } from './shutdown.mjs';

readOptions(
  'Usage: npm start\n\nSettings are environment variables, for example PORT=4181 npm start; the README lists them.',
);
installPackages({ development: false });
run('node', ['src/commands/build-console.mjs']);
announceCreation();

const server = spawn(findNode(), ['src/services/main.ts'], {
  cwd: root,
  env: environment,
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
server.once('message', ({ url, signIn, setupUrl }) => {
  console.log(`Patron is ready at ${url}`);
  if (signIn) console.log(`Demo sign-in: ${signIn.email} / ${signIn.password}`);
  if (setupUrl)
    console.log(`Create the first administrator at ${setupUrl} (works once, for a day)`);
});
watchHeartbeat(server, () => {
  console.error('Patron stopped responding and was killed; see the log for the reason');
  server.kill('SIGKILL');
});
// Wait for the server to finish its open requests.
onShutdown((signal) => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));

/** A first start takes several times as long as later ones. */
function announceCreation() {
  const file = join(root, '.env');
  const settings = {
    ...(existsSync(file) && parseEnv(readFileSync(file, 'utf8'))),
    ...process.env,
  };
  const { DATABASE_URL, PATRON_DATA_DIR = '.data', PATRON_DEMO } = settings;
  if (DATABASE_URL || existsSync(resolve(root, PATRON_DATA_DIR, 'database'))) return;
  const what = PATRON_DEMO === '0' ? 'the database' : 'the database and the demo data';
  console.log(`Creating ${what} in ${PATRON_DATA_DIR}: about 15 seconds, later starts take 5 ...`);
}
