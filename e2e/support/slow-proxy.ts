import { createServer, request as sendRequest } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { findFreePort } from '#services/platform/testing/free-ports.ts';

/** A proxy in front of a server, as a slow network would be. */
export interface SlowProxy {
  readonly url: string;
  /** A free port for the server that it forwards to. */
  readonly targetPort: number;
  /** Delays each response from now on, except for the console's own files. */
  setDelay(ms: number): void;
  /** Keeps back each response while `during` runs, except for the console's own files. */
  whilePaused(during: () => Promise<void>): Promise<void>;
  close(): Promise<void>;
}

const SERVICES = /^\/(api\/|gateway\/|config\.json)/;

export async function startSlowProxy(): Promise<SlowProxy> {
  const targetPort = await findFreePort();
  const target = `http://127.0.0.1:${targetPort}`;
  let delayMs = 0;
  let released = Promise.resolve();
  const server = createServer((request, response) => {
    const { method, headers, url = '/' } = request;
    const isSlow = SERVICES.test(url);
    const upstream = sendRequest(target + url, { method, headers }, async (incoming) => {
      if (isSlow) await Promise.all([released, sleep(delayMs)]);
      response.writeHead(incoming.statusCode ?? 502, incoming.headers);
      response.flushHeaders();
      incoming.pipe(response);
    });
    upstream.on('error', () => response.destroy());
    response.on('close', () => upstream.destroy());
    request.pipe(upstream);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://localhost:${(server.address() as AddressInfo).port}`,
    targetPort,
    setDelay: (ms) => {
      delayMs = ms;
    },
    whilePaused: async (during) => {
      const { promise, resolve } = Promise.withResolvers<void>();
      released = promise;
      try {
        await during();
      } finally {
        resolve();
      }
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
