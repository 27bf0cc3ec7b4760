import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text as readText } from 'node:stream/consumers';
import { onTestFinished } from 'vitest';

interface PhoneRequest {
  url: string | undefined;
  authorization: string;
  form: URLSearchParams;
}

/**
 * Starts a phone service with Twilio's API on a free port, which stops when the test ends.
 * @param status the status of all responses
 */
export async function startPhoneService(status = 201) {
  const requests: PhoneRequest[] = [];
  const server = createServer(async (request, response) => {
    const form = new URLSearchParams(await readText(request));
    requests.push({ url: request.url, authorization: request.headers.authorization ?? '', form });
    response.writeHead(status).end('{}');
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    server.close();
  });
  const { port } = server.address() as AddressInfo;
  return { requests, url: `http://AC1:secret@127.0.0.1:${port}?from=%2B15550001111` };
}
