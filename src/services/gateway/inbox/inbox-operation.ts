import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { parseBody, parseJson } from '#services/platform/json-api/document.ts';
import { notFound } from '#services/platform/json-api/errors.ts';
import { checkContentType } from '#services/platform/json-api/media-type.ts';
import { parseQuery } from '#services/platform/json-api/query.ts';

interface InboxAddress<E extends Endpoint> {
  teamId: number;
  params: OutputOf<E['params']>;
}

interface InboxInput<E extends Endpoint> extends InboxAddress<E> {
  query: OutputOf<E['query']>;
  body: OutputOf<E['body']>;
}

interface ItemOperation<E extends Endpoint, Item> {
  /** What the path names; undefined is 404, whatever else the request holds. */
  find(address: InboxAddress<E>): Promise<Item | undefined>;
  handle(item: Item, address: InboxAddress<E>): Promise<InputOf<E['response']>>;
}

/** Registers an endpoint of the inbox that names no item, such as a list. */
export function inboxOperation<E extends Endpoint>(
  app: FastifyInstance,
  dependencies: Pick<GatewayDependencies, 'authorizeTeamMember'>,
  endpoint: E,
  handle: (input: InboxInput<E>) => Promise<InputOf<E['response']>>,
): void {
  register(app, dependencies, endpoint, async () => handle);
}

/** Registers an endpoint of the inbox on one item, which its path names. */
export function inboxItemOperation<E extends Endpoint, Item>(
  app: FastifyInstance,
  dependencies: Pick<GatewayDependencies, 'authorizeTeamMember'>,
  endpoint: E,
  { find, handle }: ItemOperation<E, Item>,
): void {
  register(app, dependencies, endpoint, async (address) => {
    const item = await find(address);
    if (item === undefined) throw notFound();
    return () => handle(item, address);
  });
}

/**
 * Plain JSON in and out, refused as JSON:API refuses, in the order of decisions.md, 7.
 * @param address refuses with 404, and answers what handles the rest of the request.
 */
function register<E extends Endpoint>(
  app: FastifyInstance,
  { authorizeTeamMember }: Pick<GatewayDependencies, 'authorizeTeamMember'>,
  endpoint: E,
  address: (
    address: InboxAddress<E>,
  ) => Promise<(input: InboxInput<E>) => Promise<InputOf<E['response']>>>,
): void {
  const { body: bodySchema, response: replySchema, scope } = endpoint;
  if (scope === undefined || !replySchema) throw new Error('An inbox operation needs both');
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    onRequest: async (request) => {
      await authorizeTeamMember(request, scope);
    },
    handler: async (request, reply) => {
      const params = z.safeParse(endpoint.params, request.params);
      if (!params.success) throw notFound();
      const teamId = Number((params.data as { team_id: string }).team_id);
      const handle = await address({ teamId, params: params.data } as InboxAddress<E>);
      if (bodySchema) checkContentType(request.headers['content-type']);
      const query = parseQuery(endpoint.query, request.query);
      const bytes = (request.body as Uint8Array | undefined) ?? new Uint8Array();
      const body = bodySchema ? parseBody(bodySchema, parseJson(bytes)) : undefined;
      const answer = await handle({ teamId, params: params.data, query, body } as InboxInput<E>);
      reply.header('cache-control', 'no-store').type('application/json');
      return reply.send(JSON.stringify(z.parse(replySchema, answer)));
    },
  });
}
