import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { statusOfError } from '#services/platform/http/error-status.ts';
import { rejectOtherMethods } from '#services/platform/http/method-not-allowed.ts';
import { disableBodyParsing } from '#services/platform/http/request-body.ts';
import { LoyaltyRefusal, refusal } from './error-response.ts';

/**
 * Makes a scope speak the loyalty API: bodies arrive as bytes, every refusal leaves in one of its
 * two shapes. Call it before the scope's routes.
 * @returns to be called after the scope's routes: adds the 405s.
 */
export function speakLoyalty(app: FastifyInstance): () => void {
  disableBodyParsing(app);
  app.setNotFoundHandler(async (_request, reply) => sendRefusal(reply, refusal(404)));
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const refused = toRefusal(error);
    if (refused.status >= 500) request.log.error({ err: error }, 'failed');
    return sendRefusal(reply, refused);
  });
  return rejectOtherMethods(app, (_request, reply) => sendRefusal(reply, refusal(405)));
}

function sendRefusal(reply: FastifyReply, refused: LoyaltyRefusal) {
  return reply.code(refused.status).type('application/json').send(JSON.stringify(refused.body));
}

function toRefusal(error: FastifyError): LoyaltyRefusal {
  return error instanceof LoyaltyRefusal ? error : refusal(statusOfError(error));
}
