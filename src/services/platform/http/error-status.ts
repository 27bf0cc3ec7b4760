import type { FastifyError } from 'fastify';
import { isDatabaseUnavailable } from '#services/platform/database/unavailable.ts';

/**
 * The status that tells of an error which nobody threw as a refusal: 503 while the database is away,
 * what Fastify says of a request that it could not take (4xx), 500 for every fault of ours.
 */
export function getErrorStatus(error: FastifyError): number {
  if (isDatabaseUnavailable(error)) return 503;
  const { statusCode } = error;
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? statusCode : 500;
}
