import type { FastifyError, FastifyInstance, FastifyReply } from 'fastify';
import { isDatabaseUnavailable } from '../../platform/database/unavailable.ts';
import { refuseOtherMethods } from '../../platform/http/method-not-allowed.ts';
import { LoyaltyRefusal, refusal } from './refusal.ts';

/**
 * Makes a scope speak the loyalty API: bodies arrive as bytes, every refusal leaves in one of its
 * two shapes. Call it before the scope's routes.
 * @returns to be called after the scope's routes: adds the 405s.
 */
export function speakLoyalty(app: FastifyInstance): () => void {
  app.removeAllContentTypeParsers();
  app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
  // The routes parse by the contract themselves, so that a refusal names what is wrong.
  app.setValidatorCompiler(() => () => true);
  app.setSerializerCompiler(() => JSON.stringify);
  app.setNotFoundHandler(async (_request, reply) => sendRefusal(reply, refusal(404)));
  app.setErrorHandler(async (error: FastifyError, request, reply) => {
    const refused = toRefusal(error);
    if (refused.status >= 500) request.log.error({ err: error }, 'failed');
    return sendRefusal(reply, refused);
  });
  return refuseOtherMethods(app, (_request, reply) => sendRefusal(reply, refusal(405)));
}

function sendRefusal(reply: FastifyReply, refused: LoyaltyRefusal) {
  return reply.code(refused.status).type('application/json').send(JSON.stringify(refused.body));
}

function toRefusal(error: FastifyError): LoyaltyRefusal {
  if (error instanceof LoyaltyRefusal) return error;
  if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') return refusal(413);
  if (isDatabaseUnavailable(error)) return refusal(503);
  const { statusCode } = error;
  const isClients = statusCode !== undefined && statusCode >= 400 && statusCode < 500;
  return refusal(isClients ? statusCode : 500);
}
