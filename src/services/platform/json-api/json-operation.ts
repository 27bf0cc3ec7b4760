import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type Endpoint, type InputOf, type OutputOf, readsMany } from '#contract/endpoint.ts';
import { bodyLimitOf } from '#services/platform/http/request-body.ts';
import { createResponseSerializer } from '#services/platform/http/response-checks.ts';
import { readList } from '#services/platform/json-api/lists/list-reads.ts';
import { parseBody, parseJson } from './document.ts';
import { notFound } from './errors.ts';
import { checkContentType } from './media-type.ts';
import { parseQuery } from './query.ts';

interface JsonPath<E extends Endpoint, Authorized> {
  params: OutputOf<E['params']>;
  /** The result of `authorize`. */
  authorized: Authorized;
}

interface JsonInput<E extends Endpoint, Authorized, Found> extends JsonPath<E, Authorized> {
  query: OutputOf<E['query']>;
  body: OutputOf<E['body']>;
  /** The result of `find`. */
  found: Found;
  request: FastifyRequest;
}

interface JsonOperation<E extends Endpoint, Authorized, Found> {
  /**
   * Checks access before anything else in the request (decisions.md, 7).
   * @throws {JsonApiError} 401, 403 or 404
   */
  authorize(request: FastifyRequest): Promise<Authorized>;
  /**
   * Finds what the path names, before the rest of the request is checked.
   * @throws {JsonApiError} 404
   */
  find?(path: JsonPath<E, Authorized>): Promise<Found>;
  handle(input: JsonInput<E, Authorized, Found>): Promise<InputOf<E['response']>>;
}

/**
 * Registers an endpoint of Patron's own API: plain JSON in and out, JSON:API errors in the order of
 * decisions.md, 7.
 */
export function registerJsonOperation<E extends Endpoint, Authorized, Found = undefined>(
  app: FastifyInstance,
  endpoint: E,
  { authorize, find, handle }: JsonOperation<E, Authorized, Found>,
): void {
  const authorizations = new WeakMap<FastifyRequest, Authorized>();
  const serialize = createResponseSerializer(app, endpoint);
  const { body: bodySchema, response: responseSchema } = endpoint;
  const isBodyOptional = bodySchema !== undefined && z.safeParse(bodySchema, undefined).success;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: bodyLimitOf(endpoint),
    onRequest: async (request) => {
      authorizations.set(request, await authorize(request));
    },
    handler: async (request, reply) => {
      const params = z.safeParse(endpoint.params, request.params);
      if (!params.success) throw notFound();
      const authorized = authorizations.get(request) as Authorized;
      const path = { params: params.data, authorized } as JsonPath<E, Authorized>;
      const found = await find?.(path);
      const bytes = (request.body as Uint8Array | undefined) ?? new Uint8Array();
      const hasBody = bodySchema !== undefined && !(isBodyOptional && bytes.length === 0);
      if (hasBody) checkContentType(request.headers['content-type']);
      const query = parseQuery(endpoint.query, request.query);
      const body = hasBody ? parseBody(bodySchema, parseJson(bytes)) : undefined;
      const input = { ...path, query, body, found, request } as JsonInput<E, Authorized, Found>;
      const result = await (readsMany(endpoint) ? readList(() => handle(input)) : handle(input));
      reply.code(endpoint.status).header('cache-control', 'no-store');
      if (!responseSchema) return reply.send();
      reply.type('application/json');
      return reply.send(serialize(result, request.log));
    },
  });
}
