import type { FastifyError, FastifyInstance } from 'fastify';
import type { CallOwnLoyalty } from '#services/gateway/dependencies.ts';
import type { LoyaltyOperations } from '#services/loyalty/dependencies.ts';
import { toLoyaltyApiError } from '#services/loyalty/http/register-loyalty-api.ts';
import { loyalty } from '#services/loyalty/loyalty.ts';
import { startPointsWorker } from '#services/loyalty/points/points-worker.ts';
import { startWebhookWorker } from '#services/loyalty/webhooks/webhook-worker.ts';
import type { Log } from '#services/platform/log.ts';
import { createMessages } from '#services/platform/messages/messages.ts';
import type { SharedDependencies, StartWorkers } from './dependencies.ts';
import { startFailingWebhooks } from './programs/failing-webhooks.ts';

/** The path of {loyalty_base_url} under the public address. */
export const LOYALTY_PATH = '/api/loyalty/v2';

export async function mountLoyalty(
  server: FastifyInstance,
  { environment, storage: { db }, clock, log, encryption, keyring, publicUrl }: SharedDependencies,
): Promise<{ startWorkers: StartWorkers; callOwnLoyalty: CallOwnLoyalty }> {
  const operations: LoyaltyOperations = new Map();
  const dependencies = { db, clock, log, encryption, keyring, operations };
  await server.register((app) => loyalty(app, dependencies), { prefix: LOYALTY_PATH });
  return {
    callOwnLoyalty: createOwnCalls(operations, log),
    startWorkers: async () => [
      startPointsWorker(dependencies),
      startWebhookWorker({
        ...dependencies,
        retrySeconds: environment.webhookRetrySeconds,
        maxAttempts: environment.webhookMaxAttempts,
        allowPrivateAddresses: environment.demo,
        ownOrigin: publicUrl,
        allowedNetworks: environment.webhookAllowedNetworks,
      }),
      startFailingWebhooks({
        ...dependencies,
        messages: createMessages(clock, encryption),
        publicUrl,
      }),
    ],
  };
}

/** Calls the operations with the responses that they have over HTTP. */
export function createOwnCalls(operations: LoyaltyOperations, log: Log): CallOwnLoyalty {
  return async (endpoint, request) => {
    try {
      return { status: endpoint.status, document: await operations.get(endpoint.id)?.(request) };
    } catch (error) {
      const { status, body } = toLoyaltyApiError(error as FastifyError);
      if (status >= 500) log.error({ err: error, operation: endpoint.id }, 'failed');
      return { status, document: body };
    }
  };
}
