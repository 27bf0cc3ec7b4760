import type {} from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';

/** How an endpoint stands in the OpenAPI reference; parsing is done by the route itself. */
export function toRouteSchema(endpoint: Endpoint, mediaType: string): FastifySchema {
  const success = endpoint.reply
    ? { description: 'Success', content: { [mediaType]: { schema: endpoint.reply } } }
    : z.null();
  return {
    operationId: endpoint.id,
    summary: endpoint.summary,
    tags: [endpoint.tag],
    params: endpoint.params,
    querystring: endpoint.query,
    ...(endpoint.body
      ? { body: endpoint.body, consumes: [endpoint.bodyMediaType ?? mediaType] }
      : {}),
    response: { [endpoint.status]: success },
    ...(endpoint.scope === undefined ? {} : { security: [{ access_token: [endpoint.scope] }] }),
  };
}
