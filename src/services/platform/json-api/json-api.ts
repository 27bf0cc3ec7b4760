import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { JSON_API_MEDIA_TYPE } from '#contract/json-api.ts';
import { getErrorStatus } from '#services/platform/http/errors.ts';
import { rejectOtherMethods } from '#services/platform/http/method-not-allowed.ts';
import { disableBodyParsing } from '#services/platform/http/request-body.ts';
import { errorResponse, JsonApiError, notFound } from './errors.ts';

/**
 * Sets up a scope for JSON:API: raw request bodies, and errors in the JSON:API format. Call it before
 * registering the scope's routes.
 * @returns a function to call after the routes are registered, which adds the 405 responses
 */
export function registerJsonApi(app: FastifyInstance): () => void {
  disableBodyParsing(app);
  app.addHook('onSend', async (_request, reply) => {
    const type = reply.getHeader('content-type');
    if (String(type).startsWith(JSON_API_MEDIA_TYPE))
      reply.header('content-type', JSON_API_MEDIA_TYPE);
  });
  app.setNotFoundHandler(async (request, reply) => sendErrors(reply, notFound(), request.id));
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const jsonApiError = toJsonApiError(error);
    if (jsonApiError.status >= 500) request.log.error({ err: error }, 'failed');
    return sendErrors(reply, jsonApiError, request.id);
  });
  return rejectOtherMethods(app, (request, reply) =>
    sendErrors(reply, errorResponse(405), request.id),
  );
}

/** Sends an error response. Each error object has the request id, for users to quote. */
export function sendErrors(reply: FastifyReply, jsonApiError: JsonApiError, requestId: string) {
  const errors = jsonApiError.errors.map((error) => ({ id: requestId, ...error }));
  return (
    reply
      .code(jsonApiError.status)
      .headers(jsonApiError.headers)
      .type(JSON_API_MEDIA_TYPE)
      // As bytes, because Fastify adds a charset to text and the media type must not have one.
      .send(Buffer.from(JSON.stringify({ errors })))
  );
}

function toJsonApiError(error: FastifyError): JsonApiError {
  if (error instanceof JsonApiError) return error;
  const status = getErrorStatus(error);
  return errorResponse(
    status,
    status === 503 ? { detail: 'The database is unavailable. Try again shortly.' } : {},
  );
}
