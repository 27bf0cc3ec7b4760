import type { FastifyError, FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import { INBOX_DELIVERY_PATH } from '#contract/gateway/inbox.ts';
import {
  WEBHOOK_NONCE_HEADER,
  WEBHOOK_OTHER_SIGNATURE_HEADER,
  WEBHOOK_SIGNATURE_HEADER,
} from '#contract/loyalty/webhooks.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { getIntegerParam } from '#services/platform/json-api/get-integer-param.ts';
import { createWebhookReceiver, WEBHOOK_BODY_LIMIT } from './receive-webhook.ts';
import type { IncomingRequest } from './store-rejected.ts';

/**
 * Receives the webhooks of the loyalty program (loyalty.md, Events; decisions.md, 36). The signature
 * authenticates the sender, there is no token. Responds once the request is stored; the inbox worker
 * processes it.
 */
export function receiveWebhookRoute(
  app: FastifyInstance,
  { clock, ...dependencies }: Pick<GatewayDependencies, 'db' | 'clock' | 'encryption'>,
): void {
  const receiver = createWebhookReceiver(dependencies);
  app.route({
    method: 'POST',
    url: INBOX_DELIVERY_PATH,
    bodyLimit: WEBHOOK_BODY_LIMIT,
    handler: async (request, reply) => {
      const { verdict } = await receiver.receive(readRequest(request, reply, clock.now()));
      return reply.type('application/json').send(JSON.stringify({ verdict }));
    },
    errorHandler: async (error: FastifyError, request, reply) => {
      if (error.code === 'FST_ERR_CTP_BODY_TOO_LARGE') {
        await receiver.storeTooLarge(readRequest(request, reply, clock.now()));
      }
      throw error;
    },
  });
}

function readRequest(
  request: FastifyRequest,
  reply: FastifyReply,
  receivedAt: Date,
): IncomingRequest {
  return {
    elapsedMs: () => reply.elapsedTime,
    teamId: getIntegerParam(request, 'team_id'),
    receivedAt,
    signature: headerOf(request, WEBHOOK_SIGNATURE_HEADER),
    otherSignature: headerOf(request, WEBHOOK_OTHER_SIGNATURE_HEADER),
    nonce: headerOf(request, WEBHOOK_NONCE_HEADER),
    ip: request.ip,
    body: (request.body as Uint8Array | undefined) ?? new Uint8Array(),
  };
}

function headerOf({ headers }: FastifyRequest, name: string): string | undefined {
  const value = headers[name];
  return Array.isArray(value) ? value.join(', ') : value;
}
