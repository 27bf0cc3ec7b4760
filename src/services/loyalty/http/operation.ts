import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint, OutputOf } from '#contract/endpoint.ts';
import { loyaltyErrorSchema } from '#contract/loyalty/errors.ts';
import type { LoyaltyDependencies } from '#services/loyalty/dependencies.ts';
import { authenticateProgram } from '#services/loyalty/programs/authenticate-program.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import { hasBody } from '#services/platform/http/request-body.ts';
import { toRouteSchema } from '#services/platform/http/route-schema.ts';
import { loyaltyError } from './error-response.ts';
import { checkContentType, parseBody, parseParameters } from './parse.ts';

interface OperationInput<E extends Endpoint> {
  /** The program that the keys belong to. */
  program: Program;
  params: OutputOf<E['params']>;
  query: OutputOf<E['query']>;
  body: OutputOf<E['body']>;
}

/**
 * Registers an endpoint of the contract: first 401, then 415, then the parameters, then the body
 * (decisions.md, 26).
 */
export function operation<E extends Endpoint>(
  app: FastifyInstance,
  { db }: Pick<LoyaltyDependencies, 'db'>,
  endpoint: E,
  handle: (input: OperationInput<E>) => Promise<OutputOf<E['response']>>,
): void {
  const programs = new WeakMap<FastifyRequest, Program>();
  app.route({
    method: endpoint.method,
    url: endpoint.path,
    schema: {
      ...toRouteSchema(endpoint, { mediaType: 'application/json', error: loyaltyErrorSchema }),
      security: [{ api_key: [], partner_id: [] }],
    },
    onRequest: async (request) => {
      const program = await authenticateProgram(db, request.headers);
      if (!program) throw loyaltyError(401);
      programs.set(request, program);
      if (endpoint.body && hasBody(request)) checkContentType(request.headers['content-type']);
    },
    handler: async (request, reply) => {
      const query = parseParameters(endpoint.query, request.query);
      const params = parseParameters(endpoint.params, request.params, (name) =>
        nameOfPathParameter(name, query),
      );
      const body =
        endpoint.body && parseBody(endpoint.body, request.body as Uint8Array | undefined);
      const program = programs.get(request) as Program;
      const answer = await handle({ program, params, query, body } as OperationInput<E>);
      return send(reply, endpoint, answer);
    },
  });
}

function send(reply: FastifyReply, { status, response: schema }: Endpoint, answer: unknown) {
  const body = schema ? z.parse(schema, answer) : answer;
  return reply.code(status).type('application/json').send(JSON.stringify(body));
}

/** How a path parameter is called by the contract: an id's name follows from `idParam`. */
function nameOfPathParameter(name: string, query: unknown): string {
  if (name === 'activity') return 'activity_id';
  return (query as { idParam?: string }).idParam ?? 'id';
}
