import type { FastifyError, FastifyInstance } from 'fastify';
import type { AttemptCounters } from '#services/advocacy/rate-limits/attempt-counters.ts';
import type { AfterResponse } from '#services/platform/http/after-response.ts';
import { sendOAuthError, toOAuthError } from './oauth-error.ts';
import { protocolRoutes } from './protocol/protocol-routes.ts';
import { createProvider } from './protocol/provider.ts';
import type { Assets } from './sign-in/assets.ts';
import { createErrorPages } from './sign-in/error-pages.ts';
import { createSignIn, type SignIn, type SignInDependencies } from './sign-in/sign-in.ts';
import { signInRoutes } from './sign-in/sign-in-routes.ts';
import { createOpenSignIns } from './sign-in/throttle/open-sign-ins.ts';
import { type IdTokenDependencies, idTokenRoute } from './tokens/id-token-route.ts';

export interface OAuthDependencies extends SignInDependencies, IdTokenDependencies {}

interface OAuthContext extends Pick<SignIn, 'consumeFirstSignIn' | 'findInvitationId'> {
  dependencies: OAuthDependencies;
  assets: Assets;
  attempts: AttemptCounters;
  afterResponse: AfterResponse;
}

/** The authorization server: protocol endpoints, sign-in pages and the id_token. */
export async function oauthRoutes(
  app: FastifyInstance,
  { dependencies, attempts, ...context }: OAuthContext,
): Promise<void> {
  const { db, publicUrl } = dependencies;
  const errorPages = createErrorPages(context.assets, dependencies);
  const openSignIns = createOpenSignIns(db);
  const renderError = errorPages.forProvider;
  const provider = createProvider(dependencies, { renderError, openSignIns });
  const signIn = createSignIn({
    ...context,
    dependencies,
    provider,
    openSignIns,
    attempts,
    errorPages,
  });

  const { protocol, host } = new URL(publicUrl);
  app.addHook('onRequest', async (request, reply) => {
    // On redirects too: browsers cut the opener of a window at the first response without it.
    reply.header('cross-origin-opener-policy', 'same-origin');
    // Cookies and redirects are for the public URL, whatever the proxy's last hop used.
    Object.assign(request.raw.headers, {
      'x-forwarded-proto': protocol.slice(0, -1),
      'x-forwarded-host': host,
    });
  });
  app.setErrorHandler((error: FastifyError, request, reply) => {
    const oauthError = toOAuthError(error);
    if (oauthError.status >= 500) request.log.error({ err: error }, 'failed');
    return sendOAuthError(reply, oauthError);
  });
  const { interactions } = signIn;
  await app.register(async (scope) =>
    protocolRoutes(scope, { provider, errorPages, interactions }),
  );
  await app.register(async (scope) => idTokenRoute(scope, { dependencies, attempts }));
  await app.register(async (scope) => signInRoutes(scope, signIn));
}
