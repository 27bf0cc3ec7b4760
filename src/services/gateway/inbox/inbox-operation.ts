import type { FastifyInstance, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import type { GatewayDependencies, GatewayUser } from '#services/gateway/dependencies.ts';
import { createResponseSerializer } from '#services/platform/http/response-checks.ts';
import { parseBody, parseJson } from '#services/platform/json-api/document.ts';
import { notFound } from '#services/platform/json-api/errors.ts';
import { checkContentType } from '#services/platform/json-api/media-type.ts';
import { parseQuery } from '#services/platform/json-api/query.ts';

interface InboxPath<E extends Endpoint> {
  teamId: number;
  params: OutputOf<E['params']>;
}

interface InboxInput<E extends Endpoint> extends InboxPath<E> {
  query: OutputOf<E['query']>;
  body: OutputOf<E['body']>;
  user: GatewayUser;
}

interface ItemOperation<E extends Endpoint, Item> {
  /** The item in the path. Undefined is 404, even if other parts of the request are invalid. */
  find(path: InboxPath<E>): Promise<Item | undefined>;
  handle(item: Item, path: InboxPath<E>): Promise<InputOf<E['response']>>;
}

/** Registers an inbox endpoint without an item in its path, such as a list. */
export function inboxOperation<E extends Endpoint>(
  app: FastifyInstance,
  dependencies: Pick<GatewayDependencies, 'authorizeTeamMember'>,
  endpoint: E,
  handle: (input: InboxInput<E>) => Promise<InputOf<E['response']>>,
): void {
  register(app, dependencies, endpoint, async () => handle);
}

/** Registers an inbox endpoint for the item in its path. */
export function inboxItemOperation<E extends Endpoint, Item>(
  app: FastifyInstance,
  dependencies: Pick<GatewayDependencies, 'authorizeTeamMember'>,
  endpoint: E,
  { find, handle }: ItemOperation<E, Item>,
): void {
  register(app, dependencies, endpoint, async (path) => {
    const item = await find(path);
    if (item === undefined) throw notFound();
    return () => handle(item, path);
  });
}

/**
 * Plain JSON in and out; errors are JSON:API, checked in the order of decisions.md, 7.
 * @param resolve finds the item or throws a 404, and returns the handler of the request
 */
function register<E extends Endpoint>(
  app: FastifyInstance,
  { authorizeTeamMember }: Pick<GatewayDependencies, 'authorizeTeamMember'>,
  endpoint: E,
  resolve: (
    path: InboxPath<E>,
  ) => Promise<(input: InboxInput<E>) => Promise<InputOf<E['response']>>>,
): void {
  const { body: bodySchema, response: responseSchema, scope } = endpoint;
  if (scope === undefined || !responseSchema) {
    throw new Error(`${endpoint.path} needs a scope and a response schema`);
  }
  const serialize = createResponseSerializer(app, endpoint);
  const users = new WeakMap<FastifyRequest, GatewayUser>();
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    onRequest: async (request) => {
      const { user } = await authorizeTeamMember(request, scope);
      users.set(request, user);
    },
    handler: async (request, reply) => {
      const params = z.safeParse(endpoint.params, request.params);
      if (!params.success) throw notFound();
      const teamId = Number((params.data as { team_id: string }).team_id);
      const handle = await resolve({ teamId, params: params.data } as InboxPath<E>);
      if (bodySchema) checkContentType(request.headers['content-type']);
      const query = parseQuery(endpoint.query, request.query);
      const bytes = (request.body as Uint8Array | undefined) ?? new Uint8Array();
      const body = bodySchema ? parseBody(bodySchema, parseJson(bytes)) : undefined;
      const user = users.get(request);
      const input = { teamId, params: params.data, query, body, user } as InboxInput<E>;
      const result = await handle(input);
      reply.code(endpoint.status).header('cache-control', 'no-store').type('application/json');
      return reply.send(serialize(result, request.log));
    },
  });
}
