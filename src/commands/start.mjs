import { spawn } from 'node:child_process';
import { onEnding } from './ending.mjs';
import { environment, installPackages, root, run } from './install.mjs';

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
// The server ends in its own time: what it has begun to answer is answered.
onEnding((signal) => server.kill(signal));
server.on('exit', (code, signal) => process.exit(code ?? (signal ? 1 : 0)));
