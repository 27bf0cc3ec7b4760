import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { saveLoyaltyConnection } from '#services/gateway/save-loyalty-connection.ts';
import { openEmbeddedCopy } from '#services/platform/testing/embedded-copy.ts';
import { startGateway } from './start-gateway.ts';
import { startUpstream } from './start-upstream.ts';

/**
 * Serves the gateway on an embedded database, with team 1 connected to an upstream.
 * @param changes dependencies to replace, such as limits
 */
export async function startConnectedGateway(changes: Partial<GatewayDependencies> = {}) {
  const storage = await openEmbeddedCopy();
  const upstream = await startUpstream();
  const gateway = await startGateway(storage, changes);
  await saveLoyaltyConnection(storage.db, gateway.dependencies.encryption, 1, {
    // A trailing slash must not be doubled.
    baseUrl: `${upstream.url}/`,
    partnerId: 'the-partner',
    apiKey: 'the-api-key',
    webhookSecret: 'secret',
  });
  return {
    storage,
    upstream,
    gateway,
    async close() {
      await gateway.close();
      await upstream.close();
      await storage.close();
    },
  };
}

export type ConnectedGateway = Awaited<ReturnType<typeof startConnectedGateway>>;
