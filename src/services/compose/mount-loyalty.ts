import type { FastifyInstance } from 'fastify';
import { API_KEY_HEADER, PARTNER_ID_HEADER } from '#contract/loyalty/parameters.ts';
import { loyalty } from '#services/loyalty/loyalty.ts';
import { startPointsWorker } from '#services/loyalty/points/points-worker.ts';
import { startWebhookWorker } from '#services/loyalty/webhooks/webhook-worker.ts';
import { type DescribedApi, mountApi } from '#services/platform/reference/mount-api.ts';
import type { SharedDependencies, StartWorkers } from './dependencies.ts';

/** The path of {loyalty_base_url} under the public address. */
export const LOYALTY_PATH = '/api/loyalty/v2';

/** Mounts the loyalty service and its API reference. */
export async function mountLoyalty(
  server: FastifyInstance,
  { environment, storage: { db }, clock, log, encryption, keyring, publicUrl }: SharedDependencies,
): Promise<{ api: DescribedApi; startWorkers: StartWorkers }> {
  const dependencies = { db, clock, log, encryption, keyring };
  const api = await mountApi(
    server,
    {
      name: 'loyalty',
      title: 'Loyalty Admin API',
      description: 'Members and activities of a loyalty program.',
      version: '2',
      path: LOYALTY_PATH,
      baseUrl: `${publicUrl}${LOYALTY_PATH}`,
      securitySchemes: {
        api_key: { type: 'apiKey', in: 'header', name: API_KEY_HEADER },
        partner_id: { type: 'apiKey', in: 'header', name: PARTNER_ID_HEADER },
      },
    },
    (app) => loyalty(app, dependencies),
  );
  return {
    api,
    startWorkers: async () => [
      startPointsWorker(dependencies),
      startWebhookWorker({
        ...dependencies,
        retrySeconds: environment.webhookRetrySeconds,
        maxAttempts: environment.webhookMaxAttempts,
        allowPrivateAddresses: environment.demo,
        ownOrigin: publicUrl,
      }),
    ],
  };
}
