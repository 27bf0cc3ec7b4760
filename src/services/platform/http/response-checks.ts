import { isDeepStrictEqual } from 'node:util';
import type { FastifyBaseLogger, FastifyInstance } from 'fastify';
import * as z from 'zod/mini';
import type { Endpoint } from '#contract/endpoint.ts';

export const RESPONSE_CHECKS = ['all', 'sample'] as const;
/** Which responses are compared with the contract before they are sent. */
export type ResponseChecks = (typeof RESPONSE_CHECKS)[number];

declare module 'fastify' {
  interface FastifyInstance {
    responseChecks: ResponseChecks;
  }
}

/** In a sample, the first response of each endpoint and every hundredth after it. */
const SAMPLE = 100;

/**
 * Serializes the responses of an endpoint, and checks them against its schema: all of them, where a
 * wrong one throws, or a sample, where it is logged.
 */
export function createResponseSerializer(
  app: FastifyInstance,
  { method, path, response: schema }: Endpoint,
): (response: unknown, log: FastifyBaseLogger) => string {
  let count = 0;
  return (response, log) => {
    const text = JSON.stringify(response);
    const isChecked = app.responseChecks === 'all' || count++ % SAMPLE === 0;
    const difference = isChecked && schema ? findDifference(schema, text) : undefined;
    if (difference === undefined) return text;
    const message = `The response of ${method} ${path} differs from the contract: ${difference}`;
    if (app.responseChecks === 'all') throw new Error(message);
    log.error(message);
    return text;
  };
}

/** Values that don't match the schema, or fields that it doesn't have; undefined if there are none. */
function findDifference(schema: z.ZodMiniType, text: string): string | undefined {
  const response: unknown = JSON.parse(text);
  const result = z.safeParse(schema, response);
  if (!result.success) {
    return result.error.issues.map(({ path, code }) => `${path.join('.')}: ${code}`).join(', ');
  }
  // Parsing removes unknown fields.
  const parsed: unknown = JSON.parse(JSON.stringify(result.data));
  return isDeepStrictEqual(parsed, response) ? undefined : 'it has fields that are not in it';
}
