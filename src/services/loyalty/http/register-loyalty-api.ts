import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { getErrorStatus } from '#services/platform/http/errors.ts';
import { rejectOtherMethods } from '#services/platform/http/method-not-allowed.ts';
import { disableBodyParsing } from '#services/platform/http/request-body.ts';
import { LoyaltyApiError, loyaltyError } from './error-response.ts';

/**
 * Makes a scope speak the loyalty API: bodies arrive as bytes, every refusal leaves in one of its
 * two shapes. Call it before the scope's routes.
 * @returns to be called after the scope's routes: adds the 405s.
 */
export function registerLoyaltyApi(app: FastifyInstance): () => void {
  disableBodyParsing(app);
  app.setNotFoundHandler(async (_request, reply) => sendError(reply, loyaltyError(404)));
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const refused = toLoyaltyApiError(error);
    if (refused.status >= 500) request.log.error({ err: error }, 'failed');
    return sendError(reply, refused);
  });
  return rejectOtherMethods(app, (_request, reply) => sendError(reply, loyaltyError(405)));
}

function sendError(reply: FastifyReply, refused: LoyaltyApiError) {
  return reply.code(refused.status).type('application/json').send(JSON.stringify(refused.body));
}

function toLoyaltyApiError(error: FastifyError): LoyaltyApiError {
  return error instanceof LoyaltyApiError ? error : loyaltyError(getErrorStatus(error));
}
