import type { IncomingMessage } from 'node:http';
import type { Switches } from './switches.ts';

/** One request. */
export interface Exchange {
  readonly method: string;
  /** Encoded, without the part that leads to this service. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: IncomingMessage['headers'];
  readonly body: string;
  readonly switches: Switches;
}

export async function readBody(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString('utf8');
}

/** The browser calls these services from the console's origin. */
export const CORS_HEADERS = {
  'access-control-allow-origin': '*',
  'access-control-allow-methods': 'GET, POST, PATCH, DELETE',
  'access-control-allow-headers': 'authorization, content-type',
  'access-control-expose-headers': 'retry-after, x-request-id',
};

/** What is sent back. */
export interface Reply {
  readonly status: number;
  readonly text: string | undefined;
  readonly headers: Readonly<Record<string, string>>;
}

export function reply(
  status: number,
  body?: unknown,
  mediaType = 'application/json; charset=utf-8',
): Reply {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  return { status, text, headers: text === undefined ? {} : { 'content-type': mediaType } };
}

const HTML = '<html><head><title>502 Bad Gateway</title></head><body><h1>nginx</h1></body></html>';

/** The page of a proxy in front of the service. */
export function proxyPage(status: number): Reply {
  return reply(status, HTML, 'text/html');
}

/** An error in the shape that the switches ask for. `json` is what the specification shows. */
export function errorReply({ switches }: Exchange, status: number, json: unknown): Reply {
  return {
    'json-api': reply(status, json),
    plain: reply(status, { message: 'Something broke' }),
    html: proxyPage(status),
    text: reply(status, 'upstream connect error', 'text/plain'),
    empty: reply(status),
  }[switches.errors];
}

/** Path segments, decoded one by one: an id may contain a slash. */
export function segmentsOf(path: string): string[] {
  return path.split('/').filter(Boolean).map(decodeURIComponent);
}
