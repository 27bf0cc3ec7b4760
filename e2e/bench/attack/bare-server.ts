import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

// A process of `attack.ts`: responds 404 to everything, which is the least that a server can do.

const server = createServer((_request, response) => {
  response.writeHead(404).end();
});
server.listen(0, '127.0.0.1', () => {
  process.send?.(`http://127.0.0.1:${(server.address() as AddressInfo).port}`);
});
process.once('disconnect', () => process.exit());
