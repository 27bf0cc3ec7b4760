import type { FastifyInstance } from 'fastify';
import { registerJsonApi } from '#services/platform/json-api/json-api.ts';
import { auditRoutes } from './audit/audit-routes.ts';
import { serveConsole } from './console/serve-console.ts';
import { templatePreviewRoute } from './console/template-preview-route.ts';
import type { GatewayDependencies } from './dependencies.ts';
import { directoryRoutes } from './directory/directory-routes.ts';
import { pointsOwedRoutes } from './directory/owed/points-owed-routes.ts';
import { writeThrough } from './directory/write-through.ts';
import { GATEWAY_PATH } from './gateway-addresses.ts';
import { webhookChecksRoute } from './inbox/check/webhook-checks-route.ts';
import { inboxRoutes } from './inbox/inbox-routes.ts';
import { receiveWebhookRoute } from './inbox/receive/receive-webhook-route.ts';
import { replayRoutes } from './inbox/replay/replay-routes.ts';
import { eventStreamRoute } from './inbox/stream/event-stream-route.ts';
import { testEventsRoute } from './inbox/test-events/test-events-route.ts';
import { importRoute } from './jobs/import/import-route.ts';
import { jobResultRoute } from './jobs/job-results.ts';
import { jobsRoutes } from './jobs/jobs-routes.ts';
import { jobsStreamRoute } from './jobs/jobs-stream.ts';
import { loyaltyRoutes } from './loyalty/loyalty-routes.ts';
import { personalDataRoutes } from './personal-data/personal-data-routes.ts';
import { pointsRoutes } from './points/points-routes.ts';
import { programRoutes } from './program/program-routes.ts';

/**
 * The gateway: the built console with its configuration and, under /gateway, the teams' loyalty API
 * and the webhook inbox. `startInboxWorker` runs the inbox's background jobs.
 */
export async function gateway(
  app: FastifyInstance,
  dependencies: GatewayDependencies,
): Promise<void> {
  await app.register(
    async (scope) => {
      const rejectOtherMethods = registerJsonApi(scope);
      loyaltyRoutes(scope, dependencies, (response) => writeThrough(dependencies, response));
      directoryRoutes(scope, dependencies);
      pointsOwedRoutes(scope, dependencies);
      receiveWebhookRoute(scope, dependencies);
      inboxRoutes(scope, dependencies);
      replayRoutes(scope, dependencies);
      eventStreamRoute(scope, dependencies);
      jobsRoutes(scope, dependencies);
      jobResultRoute(scope, dependencies);
      jobsStreamRoute(scope, dependencies);
      await scope.register(async (uploads) => importRoute(uploads, dependencies));
      webhookChecksRoute(scope, dependencies);
      testEventsRoute(scope, dependencies);
      pointsRoutes(scope, dependencies);
      templatePreviewRoute(scope);
      const { knowsRoles, personalData, programs } = dependencies;
      if (programs) programRoutes(scope, { ...dependencies, programs });
      if (knowsRoles) auditRoutes(scope, dependencies);
      if (knowsRoles && personalData) {
        personalDataRoutes(scope, { ...dependencies, personalData });
      }
      rejectOtherMethods();
    },
    { prefix: GATEWAY_PATH },
  );
  await serveConsole(app, dependencies);
}
