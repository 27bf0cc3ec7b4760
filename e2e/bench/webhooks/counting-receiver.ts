import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { parentPort } from 'node:worker_threads';

// The thread of `start-receiver.ts`: receives webhooks at any path and counts their events.

let events = 0;
const server = createServer((request, response) => {
  let head = '';
  request.on('data', (chunk: Buffer) => {
    // The number of events is at the beginning; the rest may have megabytes.
    if (head.length < 1_000) head += chunk.subarray(0, 1_000).toString('latin1');
  });
  request.once('end', () => {
    if (request.url?.startsWith('/hang')) return;
    events += Number(/"total_count":(\d+)/.exec(head)?.[1] ?? 0);
    response.end();
  });
});
server.listen(0, '127.0.0.1', () => {
  const { port } = server.address() as AddressInfo;
  parentPort?.on('message', () => parentPort?.postMessage(events));
  parentPort?.postMessage(`http://127.0.0.1:${port}`);
});
