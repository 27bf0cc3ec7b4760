import type { FastifyError, FastifyInstance } from 'fastify';
import type { Worker } from '../../platform/jobs/worker.ts';
import type { AdvocacyDependencies } from '../dependencies.ts';
import { registerConsoleClient } from './console-client.ts';
import { createFailedAttempts } from './failed-attempts.ts';
import { idTokenRoute } from './id-token-route.ts';
import { sendOAuthError, toOAuthError } from './oauth-error.ts';
import { protocolRoutes } from './protocol-routes.ts';
import { createProvider } from './provider.ts';
import { serveAssets } from './sign-in/assets.ts';
import { createErrorPages } from './sign-in/error-pages.ts';
import { createSignIn } from './sign-in/sign-in.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { startSweep } from './sweep.ts';

/** Where the Vite dev server shows the console, in demo mode. */
const DEV_SERVER_URL = 'http://localhost:5173';

/** The authorization server: protocol endpoints, sign-in pages and the identity token. */
export async function oauthRoutes(
  app: FastifyInstance,
  dependencies: AdvocacyDependencies,
): Promise<void> {
  const { db, clock, baseUrl, publicUrl, demo } = dependencies;
  const assets = serveAssets(app, new URL(baseUrl).pathname);
  const errorPages = createErrorPages(assets, publicUrl);
  const provider = createProvider(dependencies, errorPages.forProvider);
  const attempts = createFailedAttempts(db, clock);

  app.addHook('onRequest', async (_request, reply) => {
    reply.header('cache-control', 'no-store');
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const refused = toOAuthError(error);
    if (refused.status >= 500) request.log.error({ err: error }, 'failed');
    return sendOAuthError(reply, refused);
  });
  app.addHook('onReady', () =>
    registerConsoleClient(db, [publicUrl, ...(demo ? [DEV_SERVER_URL] : [])]),
  );
  let sweep: Worker | undefined;
  app.addHook('onReady', async () => {
    sweep = startSweep(dependencies);
  });
  app.addHook('onClose', () => sweep?.stop());

  await app.register(async (scope) => protocolRoutes(scope, provider, { publicUrl, errorPages }));
  await app.register(async (scope) => idTokenRoute(scope, { dependencies, attempts }));
  const signIn = createSignIn({ dependencies, provider, attempts, assets, errorPages });
  await app.register(async (scope) => signInRoutes(scope, signIn));
}
