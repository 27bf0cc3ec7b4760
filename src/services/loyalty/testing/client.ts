import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { loyaltyErrorSchema } from '#contract/loyalty/errors.ts';

type ResponseOf<E extends Endpoint> = E['response'] extends z.ZodMiniType
  ? z.output<E['response']>
  : undefined;

interface Call {
  params?: Record<string, string>;
  query?: Record<string, string> | [string, string][];
  /** Strings and bytes are sent unchanged, other values as JSON. */
  body?: unknown;
  headers?: Record<string, string>;
}

/** Calls the Admin API over HTTP and checks every response against the contract. */
export interface Client {
  /** @throws on an error response, or one that violates the contract */
  call<E extends Endpoint>(endpoint: E, call?: Call): Promise<ResponseOf<E>>;
  /** @throws on a success response, or an error in neither of the contract's shapes */
  callRejected(
    endpoint: Endpoint,
    call?: Call,
  ): Promise<{ status: number; error: Record<string, unknown> }>;
  send(endpoint: Pick<Endpoint, 'method' | 'path'>, call?: Call): Promise<Response>;
}

/** @param credentials headers of every call */
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
      return z.parse(endpoint.response as z.ZodMiniType, JSON.parse(body)) as ResponseOf<
        typeof endpoint
      >;
    },
    async callRejected(endpoint, call) {
      const response = await send(endpoint, call);
      const body = await response.text();
      if (response.ok) throw new Error(`Not rejected: ${body.slice(0, 200)}`);
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
