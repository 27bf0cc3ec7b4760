import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { connect } from 'node:net';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';

const SERVER = `
  import { createServer } from '#services/platform/http/server.ts';
  import { createLog } from '#services/platform/log.ts';
  const server = createServer(createLog('warn'));
  await server.listen({ port: 0, host: '127.0.0.1' });
  process.send(server.server.address().port);
`;

/** A server in a process that may have that many files and connections open. */
async function startServer(files: number) {
  const limited = ['-c', `ulimit -n ${files}; exec "$@"`, 'sh', process.execPath];
  const child = spawn('sh', [...limited, '--input-type=module', '--eval', SERVER], {
    cwd: fileURLToPath(new URL('../../../../../', import.meta.url)),
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
  });
  onTestFinished(() => void child.kill());
  const lines: string[] = [];
  child.stdout?.on('data', (chunk) => lines.push(...String(chunk).trim().split('\n')));
  const [port] = (await once(child, 'message')) as [number];
  return { port, lines };
}

function openConnections(port: number, count: number) {
  const clients = Array.from({ length: count }, () => connect(port, '127.0.0.1'));
  for (const client of clients) client.on('error', () => undefined);
  onTestFinished(() => {
    for (const client of clients) client.destroy();
  });
  return clients;
}

test('a process without free file descriptors logs one line that names the limit', async () => {
  const { port, lines } = await startServer(64);
  const clients = openConnections(port, 100);
  // Those that the process had no descriptor for.
  await vi.waitUntil(() => clients.some(({ closed }) => closed), { timeout: 10_000 });
  await vi.waitUntil(() => lines.length > 0, { timeout: 10_000 });
  openConnections(port, 20);
  await vi.waitUntil(() => clients.filter(({ closed }) => closed).length > 10, { timeout: 10_000 });
  expect(lines.map((line) => JSON.parse(line))).toMatchObject([
    { level: 'error', code: 'EMFILE', msg: expect.stringContaining('ulimit -n') },
  ]);
});

test('nothing is logged while some are free', async () => {
  const { port, lines } = await startServer(200);
  const clients = openConnections(port, 50);
  await Promise.all(clients.map(async (client) => client.connecting && once(client, 'connect')));
  const [last] = clients.slice(-1);
  last?.write('GET /healthz HTTP/1.1\r\nHost: localhost\r\n\r\n');
  if (last) await once(last, 'data');
  expect(lines).toEqual([]);
});
