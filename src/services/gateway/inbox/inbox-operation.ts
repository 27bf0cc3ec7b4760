import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint, InputOf, OutputOf } from '#contract/endpoint.ts';
import { parseBody, parseJson } from '../../platform/json-api/document.ts';
import { notFound } from '../../platform/json-api/errors.ts';
import { checkContentType } from '../../platform/json-api/media-type.ts';
import { parseQuery } from '../../platform/json-api/query.ts';
import type { GatewayDependencies } from '../dependencies.ts';

interface InboxInput<E extends Endpoint> {
  teamId: number;
  params: OutputOf<E['params']>;
  query: OutputOf<E['query']>;
  body: OutputOf<E['body']>;
}

/**
 * Registers an endpoint of the inbox: plain JSON in and out, refused as JSON:API refuses, in the
 * order of decisions.md, 7.
 */
export function inboxOperation<E extends Endpoint>(
  app: FastifyInstance,
  { admitTeamMember }: Pick<GatewayDependencies, 'admitTeamMember'>,
  endpoint: E,
  handle: (input: InboxInput<E>) => Promise<InputOf<E['reply']>>,
): void {
  const { body: bodySchema, reply: replySchema, scope } = endpoint;
  if (scope === undefined || !replySchema) throw new Error('An inbox operation needs both');
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    onRequest: async (request) => {
      await admitTeamMember(request, scope);
    },
    handler: async (request, reply) => {
      const params = z.safeParse(endpoint.params, request.params);
      if (!params.success) throw notFound();
      if (bodySchema) checkContentType(request.headers['content-type']);
      const query = parseQuery(endpoint.query, request.query);
      const bytes = (request.body as Uint8Array | undefined) ?? new Uint8Array();
      const body = bodySchema ? parseBody(bodySchema, parseJson(bytes)) : undefined;
      const teamId = Number((params.data as { team_id: string }).team_id);
      const answer = await handle({ teamId, params: params.data, query, body } as InboxInput<E>);
      reply.header('cache-control', 'no-store').type('application/json');
      return reply.send(JSON.stringify(z.parse(replySchema, answer)));
    },
  });
}
