import { spawn } from 'node:child_process';
import { environment, installPackages, root, run } from './install.mjs';
import { onShutdown } from './shutdown.mjs';

installPackages();
run('node', ['src/commands/build-console.mjs']);

const server = spawn('node', ['src/services/main.ts'], {
  cwd: root,
  env: environment,
  stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
});
server.on('message', ({ url, signIn }) => {
  console.log(`Patron is ready at ${url}`);
  if (signIn) console.log(`Demo sign-in: ${signIn.email} / ${signIn.password}`);
});
// Wait for the server to finish its open requests.
onShutdown((signal) => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
