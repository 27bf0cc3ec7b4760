import type { FastifyInstance } from 'fastify';
import { loyalty } from '#services/loyalty/loyalty.ts';
import { startPointsWorker } from '#services/loyalty/points/points-worker.ts';
import { startWebhookWorker } from '#services/loyalty/webhooks/webhook-worker.ts';
import { createMessages } from '#services/platform/messages/messages.ts';
import type { SharedDependencies, StartWorkers } from './dependencies.ts';
import { startFailingWebhooks } from './programs/failing-webhooks.ts';

/** The path of {loyalty_base_url} under the public address. */
export const LOYALTY_PATH = '/api/loyalty/v2';

/** Mounts the loyalty service. */
export async function mountLoyalty(
  server: FastifyInstance,
  { environment, storage: { db }, clock, log, encryption, keyring, publicUrl }: SharedDependencies,
): Promise<{ startWorkers: StartWorkers }> {
  const dependencies = { db, clock, log, encryption, keyring };
  await server.register((app) => loyalty(app, dependencies), { prefix: LOYALTY_PATH });
  return {
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
