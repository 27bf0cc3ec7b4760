import type { FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';
import { parseBody, parseJson } from '../../platform/json-api/document.ts';
import { notFound } from '../../platform/json-api/errors.ts';
import { checkContentType } from '../../platform/json-api/media-type.ts';
import { parseQuery } from '../../platform/json-api/query.ts';
import type { GatewayDependencies } from '../dependencies.ts';

type Output<Schema> = Schema extends z.ZodMiniType ? z.output<Schema> : undefined;
type Reply<Schema> = Schema extends z.ZodMiniType ? z.input<Schema> : undefined;

interface InboxInput<E extends Endpoint> {
  teamId: number;
  params: Output<E['params']>;
  query: Output<E['query']>;
  body: Output<E['body']>;
}

/**
 * Registers an endpoint of the inbox: plain JSON in and out, refused as JSON:API refuses, in the
 * order of decisions.md, 7.
 */
export function inboxOperation<E extends Endpoint & { scope?: string }>(
  app: FastifyInstance,
  { admitTeamMember }: Pick<GatewayDependencies, 'admitTeamMember'>,
  endpoint: E,
  handle: (input: InboxInput<E>) => Promise<Reply<E['reply']>>,
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
