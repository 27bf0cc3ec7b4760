import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import { type Endpoint, type InputOf, type OutputOf, readsMany } from '#contract/endpoint.ts';
import { JSON_API_MEDIA_TYPE } from '#contract/json-api.ts';
import { bodyLimitOf, hasBody } from '#services/platform/http/request-body.ts';
import { createResponseSerializer } from '#services/platform/http/response-checks.ts';
import { readList } from '#services/platform/json-api/lists/list-reads.ts';
import { checkDocument, parseBody, parseJson } from './document.ts';
import { checkAccept, checkContentType } from './media-type.ts';
import { parseQuery } from './query.ts';

export interface OperationInput<E extends Endpoint, Authorized> {
  params: OutputOf<E['params']>;
  query: OutputOf<E['query']>;
  body: OutputOf<E['body']>;
  /** The result of `authorize`. */
  authorized: Authorized;
  request: FastifyRequest;
  reply: FastifyReply;
}

export interface Operation<E extends Endpoint, Authorized> {
  /**
   * Checks access before anything else in the request (decisions.md, 7).
   * @returns what the handler needs: the caller, the team, the resource
   * @throws {JsonApiError} 401, 403 or 404
   */
  authorize(request: FastifyRequest): Promise<Authorized>;
  /**
   * Checks the document's id, before its attributes, when the path has none (decisions.md, 7).
   * @throws {JsonApiError} 409
   */
  checkResource?(data: Record<string, unknown>, authorized: Authorized): void;
  handle(input: OperationInput<E, Authorized>): Promise<InputOf<E['response']>>;
}

/** Registers a contract endpoint as a JSON:API route. Errors come in the order of decisions.md, 7. */
export function registerOperation<E extends Endpoint, Authorized>(
  app: FastifyInstance,
  endpoint: E,
  { authorize, checkResource, handle }: Operation<E, Authorized>,
): void {
  const serialize = createResponseSerializer(app, endpoint);
  const authorizations = new WeakMap<FastifyRequest, Authorized>();
  const authorizedFor = (request: FastifyRequest) => authorizations.get(request) as Authorized;
  const readBody = endpoint.body
    ? bodyReader(endpoint, endpoint.body, (data, request) =>
        checkResource?.(data, authorizedFor(request)),
      )
    : () => undefined;
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    bodyLimit: bodyLimitOf(endpoint),
    onRequest: async (request) => {
      authorizations.set(request, await authorize(request));
      checkAccept(request.headers.accept);
      if (endpoint.body && hasBody(request)) checkContentType(request.headers['content-type']);
    },
    handler: async (request, reply) => {
      const params = z.parse(endpoint.params, request.params);
      const query = parseQuery(endpoint.query, queryOf(endpoint, request));
      const body = readBody(request);
      const input = {
        params,
        query,
        body,
        authorized: authorizedFor(request),
        request,
        reply,
      } as OperationInput<E, Authorized>;
      const result = await (readsMany(endpoint) ? readList(() => handle(input)) : handle(input));
      reply.code(endpoint.status);
      if (!endpoint.response) return reply.send();
      const location = endpoint.status === 201 ? selfLink(result) : undefined;
      if (location !== undefined) reply.header('location', location);
      return reply.type(JSON_API_MEDIA_TYPE).send(serialize(result, request.log));
    },
  });
}

/** The query parameters. A GET ignores id_token (decisions.md, 3). */
function queryOf({ method }: Endpoint, { query }: FastifyRequest): unknown {
  if (method !== 'GET') return query;
  const { id_token: _ignored, ...others } = query as Record<string, unknown>;
  return others;
}

function bodyReader(
  endpoint: Endpoint,
  schema: z.ZodMiniType,
  checkResource: (data: Record<string, unknown>, request: FastifyRequest) => void,
) {
  const type = documentType(schema);
  const isOptional = z.safeParse(schema, undefined).success;
  return (request: FastifyRequest): unknown => {
    const bytes = request.body as Uint8Array | undefined;
    const isAbsent = bytes === undefined || bytes.byteLength === 0;
    if (isAbsent && isOptional) return undefined;
    const body = isAbsent ? undefined : parseJson(bytes);
    const id = pathId(endpoint, request);
    checkResource(checkDocument(body, { method: endpoint.method, type, id }), request);
    return parseBody(schema, body);
  };
}

/** The resource type in a body's schema. */
function documentType(schema: z.ZodMiniType): string {
  const { properties } = z.toJSONSchema(schema, { io: 'input', unrepresentable: 'any' }) as {
    properties?: { data?: { properties?: { type?: { const?: string } } } };
  };
  const type = properties?.data?.properties?.type?.const;
  if (type === undefined) throw new Error('A JSON:API body needs a literal type');
  return type;
}

/** The last path parameter: the id of the resource, if any. */
function pathId({ path }: Endpoint, { params }: FastifyRequest): string | undefined {
  const name = /:([a-z_]+)$/.exec(path)?.[1];
  return name === undefined ? undefined : (params as Record<string, string>)[name];
}

function selfLink(document: unknown): string | undefined {
  return (document as { data?: { links?: { self?: string } } }).data?.links?.self;
}
