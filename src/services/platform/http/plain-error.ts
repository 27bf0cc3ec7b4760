import { STATUS_CODES } from 'node:http';
import type { FastifyError, FastifyReply, FastifyRequest } from 'fastify';
import { getErrorStatus } from './error-status.ts';

/**
 * Refuses outside of the APIs, which have shapes of their own: the status, its name, and the
 * request's id for people to quote. What went wrong is for the log alone.
 */
export function sendPlainError(request: FastifyRequest, reply: FastifyReply, status: number) {
  const title = STATUS_CODES[status] ?? `Status ${status}`;
  return reply.code(status).type('application/json').send({ status, title, id: request.id });
}

/** Answers an error that no API has answered. */
export async function handleError(
  error: FastifyError,
  request: FastifyRequest,
  reply: FastifyReply,
): Promise<unknown> {
  const status = getErrorStatus(error);
  if (status >= 500) request.log.error({ err: error }, 'failed');
  return sendPlainError(request, reply, status);
}
