import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { loyaltyErrorSchema } from '#contract/loyalty/errors.ts';

type Reply<E extends Endpoint> = E['response'] extends z.ZodMiniType
  ? z.output<E['response']>
  : undefined;

interface Call {
  params?: Record<string, string>;
  query?: Record<string, string> | [string, string][];
  /** A value is sent as JSON, a string or bytes as they are. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Calls the Admin API as an operator does, over HTTP, and holds every answer to the contract. */
export interface Client {
  /** @throws when the answer is a refusal, or isn't what the contract says. */
  call<E extends Endpoint>(endpoint: E, call?: Call): Promise<Reply<E>>;
  /** @throws when the answer is a success, or in none of the two shapes of refusals. */
  callRejected(
    endpoint: Endpoint,
    call?: Call,
  ): Promise<{ status: number; error: Record<string, unknown> }>;
  send(endpoint: Pick<Endpoint, 'method' | 'path'>, call?: Call): Promise<Response>;
}

/** @param credentials the headers that go with every call. */
export function createClient(baseUrl: string, credentials: Record<string, string>): Client {
  const send: Client['send'] = ({ method, path }, { params = {}, query, body, headers } = {}) => {
    const filled = path.replace(/:(\w+)/g, (_, name) => encodeURIComponent(params[name] ?? ''));
    const search = new URLSearchParams(query).toString();
    return fetch(`${baseUrl}${filled}${search === '' ? '' : `?${search}`}`, {
      method,
      headers: {
        ...credentials,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
        ...headers,
      },
      ...(body === undefined ? {} : { body: toBytes(body) }),
    });
  };
  return {
    send,
    async call(endpoint, call) {
      const response = await send(endpoint, call);
      const body = await response.text();
      if (response.status !== endpoint.status) throw new Error(`${response.status}: ${body}`);
      return z.parse(endpoint.response as z.ZodMiniType, JSON.parse(body)) as Reply<
        typeof endpoint
      >;
    },
    async callRejected(endpoint, call) {
      const response = await send(endpoint, call);
      const body = await response.text();
      if (response.ok) throw new Error(`Not refused: ${body.slice(0, 200)}`);
      return {
        status: response.status,
        error: z.parse(loyaltyErrorSchema, JSON.parse(body)) as Record<string, unknown>,
      };
    },
  };
}

function toBytes(body: unknown): string | Uint8Array<ArrayBuffer> {
  return typeof body === 'string' || body instanceof Uint8Array
    ? (body as string | Uint8Array<ArrayBuffer>)
    : JSON.stringify(body);
}
