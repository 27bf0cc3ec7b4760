import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { saveLoyaltyConnection } from '#services/gateway/save-loyalty-connection.ts';
import { openEmbeddedCopy } from '#services/platform/testing/embedded-copy.ts';
import { startGateway } from './start-gateway.ts';
import { startUpstream } from './start-upstream.ts';

/**
 * Serves the gateway on an embedded database, with team 1 connected to an upstream.
 * @param options.isOwn the upstream is this deployment's own loyalty service
 * @param options.changes dependencies to replace, such as limits
 */
export async function startConnectedGateway({
  isOwn = false,
  ...changes
}: Partial<GatewayDependencies> & { isOwn?: boolean } = {}) {
  const storage = await openEmbeddedCopy();
  const upstream = await startUpstream();
  const own = isOwn ? { servesLoyalty: true, loyaltyBaseUrl: `${upstream.url}/` } : {};
  const gateway = await startGateway(storage, { ...own, ...changes });
  await saveLoyaltyConnection(storage.db, gateway.dependencies.encryption, 1, {
    // A trailing slash must not be doubled.
    baseUrl: isOwn ? undefined : `${upstream.url}/`,
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
