import { STATUS_CODES } from 'node:http';
import type {} from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';

/** What the endpoints of an API have in common. */
interface RouteApi {
  /** Of bodies and answers, refusals too. */
  mediaType: string;
  error: z.ZodMiniType;
}

/** How an endpoint stands in the OpenAPI reference; parsing is done by the route itself. */
export function toRouteSchema(endpoint: Endpoint, { mediaType, error }: RouteApi): FastifySchema {
  const answer = (description: string | undefined, schema: z.ZodMiniType) => ({
    description,
    content: { [mediaType]: { schema } },
  });
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    params: endpoint.params,
    querystring: endpoint.query,
    ...(endpoint.body
      ? { body: endpoint.body, consumes: [endpoint.bodyMediaType ?? mediaType] }
      : {}),
    response: {
      [endpoint.status]: endpoint.response ? answer('Success', endpoint.response) : z.null(),
      ...Object.fromEntries(
        endpoint.errors.map((status) => [status, answer(STATUS_CODES[status], error)]),
      ),
    },
  };
}
