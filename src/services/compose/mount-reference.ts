import type { FastifyInstance } from 'fastify';
import type { ConsoleConfig } from '#contract/gateway/config.ts';
import { advocacyDocumentation } from '#contract/reference/advocacy/advocacy.ts';
import type { ApiDocumentation } from '#contract/reference/documentation.ts';
import { gatewayDocumentation } from '#contract/reference/gateway/gateway.ts';
import { loyaltyDocumentation } from '#contract/reference/loyalty/loyalty.ts';
import { ADVOCACY_PATH } from '#services/advocacy/dependencies.ts';
import { REFERENCE_CLIENT_ID } from '#services/advocacy/oauth/clients/console-client.ts';
import { GATEWAY_PATH } from '#services/gateway/gateway-addresses.ts';
import { registerReferenceRoutes } from '#services/platform/reference/reference-routes.ts';
import type { SharedDependencies } from './dependencies.ts';
import { LOYALTY_PATH } from './mount-loyalty.ts';

/** Mounts the reference of the deployment's own APIs under /docs. */
export async function mountReference(
  server: FastifyInstance,
  { environment, publicUrl }: Pick<SharedDependencies, 'environment' | 'publicUrl'>,
  consoleConfig: ConsoleConfig,
): Promise<void> {
  await registerReferenceRoutes(server, {
    apis: describeApis({ environment, publicUrl }, consoleConfig),
    clientId: environment.advocacy ? undefined : REFERENCE_CLIENT_ID,
  });
}

/** The deployment's own APIs. External services publish theirs themselves. */
export function describeApis(
  { environment, publicUrl }: Pick<SharedDependencies, 'environment' | 'publicUrl'>,
  { advocacy: { authorizeUrl, tokenUrl } }: ConsoleConfig,
): ApiDocumentation[] {
  const oauth = {
    authorizeUrl: new URL(authorizeUrl, publicUrl).href,
    tokenUrl: new URL(tokenUrl, publicUrl).href,
  };
  const advocacy = advocacyDocumentation({ ...oauth, baseUrl: `${publicUrl}${ADVOCACY_PATH}` });
  const loyalty = loyaltyDocumentation({ baseUrl: `${publicUrl}${LOYALTY_PATH}` });
  return [
    ...(environment.advocacy ? [] : [advocacy]),
    ...(environment.loyaltyUrl ? [] : [loyalty]),
    gatewayDocumentation({ ...oauth, baseUrl: `${publicUrl}${GATEWAY_PATH}` }),
  ];
}
