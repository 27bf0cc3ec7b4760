import { STATUS_CODES } from 'node:http';
import type {} from '@fastify/swagger';
import type { FastifySchema } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';

interface RouteApi {
  /** The media type of requests, responses and errors. */
  mediaType: string;
  error: z.ZodMiniType;
}

/** The endpoint's entry in the OpenAPI reference. The route itself does the parsing. */
export function toRouteSchema(endpoint: Endpoint, { mediaType, error }: RouteApi): FastifySchema {
  const content = (description: string | undefined, schema: z.ZodMiniType) => ({
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
      [endpoint.status]: endpoint.response ? content('Success', endpoint.response) : z.null(),
      ...Object.fromEntries(
        endpoint.errors.map((status) => [status, content(STATUS_CODES[status], error)]),
      ),
    },
  };
}
