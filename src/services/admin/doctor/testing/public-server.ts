import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { onTestFinished } from 'vitest';
import type { ProxyTrust } from '#services/platform/http/untrusted-proxy.ts';

interface Responses {
  status?: number;
  /** What it says of the proxy in front. */
  proxy?: ProxyTrust;
  /** Where it redirects every request to. */
  location?: string;
  /** The issuer in its OAuth metadata, or null without metadata; default: its own. */
  issuer?: string | null;
  /** The body of all other addresses. */
  directory?: object;
  /** How far its clock is ahead. */
  clockMs?: number;
}

/** Responds like a deployment, a proxy or an ACME authority. @returns its address */
export async function startPublicServer({
  status = 200,
  proxy = 'none',
  location,
  issuer,
  directory = {},
  clockMs = 0,
}: Responses = {}): Promise<string> {
  const server = createServer(({ url }, response) => {
    const bodies: Record<string, object> = {
      '/healthz': { status: 'alive', proxy },
      '/.well-known/oauth-authorization-server':
        issuer === null ? {} : { issuer: issuer ?? address },
    };
    const date = new Date(Date.now() + clockMs).toUTCString();
    response.writeHead(status, { date, ...(location === undefined ? {} : { location }) });
    response.end(status === 200 ? JSON.stringify(bodies[url ?? ''] ?? directory) : 'Bad gateway');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  const address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return address;
}
