import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createAdvocacy } from './advocacy/advocacy.ts';
import {
  CORS_HEADERS,
  type Exchange,
  errorReply,
  type Reply,
  readBody,
  reply,
} from './exchange.ts';
import { handleLoyalty } from './loyalty/loyalty.ts';
import { DEFAULT_SWITCHES, type Switches } from './switches.ts';

/** An advocacy and a loyalty service, written from the specifications alone. */
export interface Vendor {
  /** {base_url} of the advocacy service. */
  readonly advocacyUrl: string;
  /** {loyalty_base_url}. */
  readonly loyaltyUrl: string;
  /** Sets switches; those that are not named go back to their defaults. What was added is forgotten. */
  set(changes?: Partial<Switches>): Promise<void>;
  /** What each service was asked since the switches were set, as "GET /v2/me". */
  readonly requests: readonly string[];
  close(): Promise<void>;
}

/** An id of 19 digits, which is sent as a number. */
const LONG_ID = /"(9007199254740993\d{3})"/g;

/** Starts the services on a free port. `POST /switches` changes what they send while they run. */
export async function startVendor(): Promise<Vendor> {
  const advocacy = createAdvocacy();
  let switches = DEFAULT_SWITCHES;
  const requests: string[] = [];
  const seen = new Set<string>();

  async function handle(request: IncomingMessage): Promise<Reply> {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://vendor');
    const [service = ''] = pathname.slice(1).split('/', 1);
    const exchange: Exchange = {
      method: request.method ?? '',
      path: pathname.slice(service.length + 1),
      query: searchParams,
      headers: request.headers,
      body: await readBody(request),
      switches,
    };
    if (exchange.method === 'OPTIONS') return reply(204);
    if (service === 'switches') {
      switches = { ...DEFAULT_SWITCHES, ...(JSON.parse(exchange.body) as Partial<Switches>) };
      requests.length = 0;
      seen.clear();
      advocacy.reset();
      return reply(204);
    }
    requests.push(`${exchange.method} ${exchange.path}`);
    if (exchange.path.startsWith('/v2/')) {
      const failure = failureOf(exchange, `${exchange.method} ${pathname}`);
      if (failure !== 0) return errorReply(exchange, failure, { errors: [{ title: 'No' }] });
    }
    if (service === 'advocacy') return advocacy.handle(exchange);
    if (service === 'loyalty') return handleLoyalty({ ...exchange, path: exchange.path.slice(3) });
    return reply(404);
  }

  function failureOf({ switches: { failWith, firstRequest } }: Exchange, address: string): number {
    if (failWith !== 0) return failWith;
    if (firstRequest === 'succeeds' || seen.has(address)) return 0;
    seen.add(address);
    return Number(firstRequest);
  }

  const server = createServer(async (request, response) => {
    const { status, headers, text } = await handle(request);
    response
      .writeHead(status, { ...CORS_HEADERS, ...headers })
      .end(text?.replaceAll(LONG_ID, '$1'));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    advocacyUrl: `${url}/advocacy`,
    loyaltyUrl: `${url}/loyalty/v2`,
    requests,
    set: async (changes = {}) => {
      await fetch(`${url}/switches`, { method: 'POST', body: JSON.stringify(changes) });
    },
    close: async () => {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}
