import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { isDatabaseUnavailable } from '#services/platform/database/unavailable.ts';

/** Node's error while the body of a request is read. */
const isDisconnected = ({ code, message }: FastifyError) =>
  code === 'ECONNRESET' && message === 'aborted';

/**
 * The status for an unexpected error: 503 if the database is unavailable, 499 if the client has
 * disconnected, Fastify's own 4xx for a request that it can't process, otherwise 500.
 */
export function getErrorStatus(error: FastifyError): number {
  // No failure of ours, so it must not be logged as one; nobody reads this response.
  if (isDisconnected(error)) return 499;
  if (isDatabaseUnavailable(error)) return 503;
  const { statusCode } = error;
  return statusCode !== undefined && statusCode >= 400 && statusCode < 500 ? statusCode : 500;
}

/**
 * Sends an error outside of the APIs, which have their own formats: the status, its title, and the
 * request id for users to quote. Details go only to the log.
 */
export function sendPlainError(request: FastifyRequest, reply: FastifyReply, status: number) {
  const title = STATUS_CODES[status] ?? `Status ${status}`;
  return reply.code(status).type('application/json').send({ status, title, id: request.id });
}

/** The server's error handler, for errors that no API has handled. */
export async function handleError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const status = getErrorStatus(error);
  if (status >= 500) request.log.error({ err: error }, 'failed');
  return sendPlainError(request, reply, status);
}
