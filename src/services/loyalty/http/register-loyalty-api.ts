import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { getErrorStatus } from '#services/platform/http/errors.ts';
import { rejectOtherMethods } from '#services/platform/http/method-not-allowed.ts';
import { disableBodyParsing } from '#services/platform/http/request-body.ts';
import { LoyaltyApiError, loyaltyError } from './error-response.ts';

/**
 * Sets up a scope for the loyalty API: request bodies stay bytes, and every error response has one of
 * the API's two shapes. Call it before adding the scope's routes.
 * @returns a function that adds the 405 responses; call it after adding the routes
 */
export function registerLoyaltyApi(app: FastifyInstance): () => void {
  disableBodyParsing(app);
  app.setNotFoundHandler(async (_request, reply) => sendError(reply, loyaltyError(404)));
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const apiError = toLoyaltyApiError(error);
    if (apiError.status >= 500) request.log.error({ err: error }, 'failed');
    return sendError(reply, apiError);
  });
  return rejectOtherMethods(app, (_request, reply) => sendError(reply, loyaltyError(405)));
}

function sendError(reply: FastifyReply, { status, body }: LoyaltyApiError) {
  return reply.code(status).type('application/json').send(JSON.stringify(body));
}

/** The response to an error. Details of those that nobody expects go only to the log. */
export function toLoyaltyApiError(error: FastifyError): LoyaltyApiError {
  return error instanceof LoyaltyApiError ? error : loyaltyError(getErrorStatus(error));
}
