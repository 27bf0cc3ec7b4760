import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { JSON_API_MEDIA_TYPE } from '#contract/json-api.ts';
import { statusOfError } from '#services/platform/http/error-status.ts';
import { refuseOtherMethods } from '#services/platform/http/method-not-allowed.ts';
import { leaveBodiesToRoutes } from '#services/platform/http/request-body.ts';
import { JsonApiError, notFound, refusal } from './errors.ts';

/**
 * Makes a scope speak JSON:API: bodies arrive as bytes, every refusal leaves as an errors array.
 * Call it before the scope's routes.
 * @returns to be called after the scope's routes: adds the 405s.
 */
export function speakJsonApi(app: FastifyInstance): () => void {
  leaveBodiesToRoutes(app);
  app.addHook('onSend', async (_request, reply) => {
    const type = reply.getHeader('content-type');
    if (String(type).startsWith(JSON_API_MEDIA_TYPE))
      reply.header('content-type', JSON_API_MEDIA_TYPE);
  });
  app.setNotFoundHandler(async (request, reply) => sendRefusal(reply, notFound(), request.id));
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const refused = toRefusal(error);
    if (refused.status >= 500) request.log.error({ err: error }, 'failed');
    return sendRefusal(reply, refused, request.id);
  });
  return refuseOtherMethods(app, (request, reply) => sendRefusal(reply, refusal(405), request.id));
}

/** Sends a refusal; each error object carries the request's id, for people to quote. */
export function sendRefusal(reply: FastifyReply, refused: JsonApiError, requestId: string) {
  const errors = refused.errors.map((error) => ({ id: requestId, ...error }));
  return (
    reply
      .code(refused.status)
      .headers(refused.headers)
      .type(JSON_API_MEDIA_TYPE)
      // As bytes: to text Fastify would add a charset, which the media type does not have.
      .send(Buffer.from(JSON.stringify({ errors })))
  );
}

function toRefusal(error: FastifyError): JsonApiError {
  if (error instanceof JsonApiError) return error;
  const status = statusOfError(error);
  return refusal(
    status,
    status === 503 ? { detail: 'The database can not be reached; try again shortly.' } : {},
  );
}
