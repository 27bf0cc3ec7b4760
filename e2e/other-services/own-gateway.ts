import { readFileSync } from 'node:fs';
import { readFile } from 'node:fs/promises';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { extname, join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { fileURLToPath } from 'node:url';
import { LOYALTY_KEYS } from '../vendor/loyalty/loyalty.ts';

const root = fileURLToPath(new URL('../..', import.meta.url));
const TYPES: Record<string, string> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.woff2': 'font/woff2',
};
const GATEWAY_PATH = /^\/gateway\/teams\/([^/]+)\/loyalty\/v2(\/.*)$/;

interface Services {
  readonly advocacyUrl: string;
  readonly loyaltyUrl: string;
}

/** The config.json of docs/other-services.md, with the addresses of the services. */
function documentedConfig({ advocacyUrl }: Services): string {
  const text = readFileSync(join(root, 'docs/other-services.md'), 'utf8');
  const [, block = ''] = /```json\n(\{[^`]+)```/.exec(text) ?? [];
  return block
    .replaceAll('https://advocacy.example.com', advocacyUrl)
    .replaceAll('https://login.example.com', advocacyUrl);
}

/**
 * The built console as static files, with a gateway of one's own for team 42, as docs/other-services.md
 * describes both. Nothing of it is Patron's server.
 */
export async function startOwnGateway(services: Services) {
  const config = documentedConfig(services);

  async function forward(request: IncomingMessage, teamId: string, rest: string) {
    const authorization = request.headers.authorization ?? '';
    const me = await fetch(`${services.advocacyUrl}/v2/me?include=teams`, {
      headers: { authorization },
    });
    if (me.status !== 200) return errorOf(401);
    const { data } = (await me.json()) as {
      data: { relationships: { teams: { data: { id: string }[] } } };
    };
    if (!data.relationships.teams.data.some(({ id }) => id === teamId)) return errorOf(403);
    if (teamId !== '42') return errorOf(404);
    const body = await buffer(request);
    const response = await fetch(`${services.loyaltyUrl}${rest}`, {
      method: request.method ?? 'GET',
      headers: { 'api-key': LOYALTY_KEYS.apiKey, 'partner-id': LOYALTY_KEYS.partnerId },
      ...(body.length > 0 && { body }),
    });
    const status = response.status === 401 ? 502 : response.status;
    return { status, type: 'application/json', body: Buffer.from(await response.arrayBuffer()) };
  }

  async function respond(request: IncomingMessage) {
    const { pathname, search } = new URL(request.url ?? '/', 'http://static');
    if (pathname === '/config.json') return { status: 200, type: 'application/json', body: config };
    const [, teamId = '', rest = ''] = GATEWAY_PATH.exec(pathname) ?? [];
    if (rest !== '') return forward(request, teamId, `${rest}${search}`);
    if (pathname.startsWith('/gateway')) return errorOf(404);
    const type = TYPES[extname(pathname)];
    const page = pathname === '/connect/start' ? 'connect/start.html' : 'index.html';
    const file = type === undefined ? page : pathname;
    const body = await readFile(join(root, 'dist', file));
    return { status: 200, type: type ?? 'text/html; charset=utf-8', body };
  }

  const server = createServer(async (request, response) => {
    const { status, type, body } = await respond(request).catch(() => errorOf(404));
    response.writeHead(status, { 'content-type': type }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

function errorOf(status: number) {
  const body = JSON.stringify({ errors: [{ status: String(status), title: 'No' }] });
  return { status, type: 'application/vnd.api+json', body };
}
