import type { FastifyInstance } from 'fastify';
import { ADVOCACY_PATH } from '#services/advocacy/dependencies.ts';
import type { SharedDependencies } from '#services/compose/dependencies.ts';
import { sendPlainError } from '#services/platform/http/errors.ts';
import { hostnameOf, isAddress, isLoopback } from '#services/platform/http/loopback.ts';
import { outboxChannels } from '#services/platform/messages/message-transports.ts';
import { outboxRoutes } from './outbox/outbox-routes.ts';
import { providerRoutes } from './provider/provider-routes.ts';
import { simulatorRoutes } from './simulator/simulator.ts';

/** Mounts the outbox, the demo networks and the simulator under /demo (operating.md, Addresses). */
export async function mountDemo(
  server: FastifyInstance,
  { environment, storage: { db }, clock, encryption, publicUrl }: SharedDependencies,
): Promise<void> {
  await server.register(
    async (app) => {
      rejectOtherHosts(app, [new URL(publicUrl).hostname, environment.host]);
      outboxRoutes(app, { db, encryption, channels: outboxChannels(environment) });
      const advocacyUrl = `${publicUrl}${ADVOCACY_PATH}`;
      await app.register(async (scope) => providerRoutes(scope, { clock, advocacyUrl }));
      await app.register(async (scope) => simulatorRoutes(scope, { db, clock }), {
        prefix: '/loyalty',
      });
    },
    { prefix: '/demo' },
  );
}

/**
 * Rejects requests for other host names than the demo's. The outbox contains sign-in codes, and a page
 * of a name that its owner points to this machine (DNS rebinding) could read it.
 */
function rejectOtherHosts(app: FastifyInstance, ownHosts: readonly string[]): void {
  app.addHook('onRequest', async (request, reply) => {
    const host = hostnameOf(request.headers.host);
    const isOwn =
      host !== undefined && (isLoopback(host) || isAddress(host) || ownHosts.includes(host));
    if (isOwn) return;
    sendPlainError(request, reply, 421);
    return reply;
  });
}

/** The demo's passwords are public, and its outbox shows every sign-in code. */
export function warnIfDemoIsPublic({
  environment: { host },
  publicUrl,
  log,
}: Pick<SharedDependencies, 'environment' | 'publicUrl' | 'log'>): void {
  if (isLoopback(host) && isLoopback(new URL(publicUrl).hostname)) return;
  log.warn(
    { host, publicUrl },
    'other machines may reach the demo, whose passwords and sign-in codes are public; PATRON_DEMO=0 turns it off',
  );
}
