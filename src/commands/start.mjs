import { spawn } from 'node:child_process';
import { environment, installPackages, root, run } from './install.mjs';

// What a terminal sends to the whole group reaches the server by itself; it ends in its own time.
const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP'];

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
for (const signal of SIGNALS) process.on(signal, () => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
