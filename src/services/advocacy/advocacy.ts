import type { FastifyInstance } from 'fastify';
import { createAttemptCounters } from '#services/advocacy/rate-limits/attempt-counters.ts';
import { createAfterResponse } from '#services/platform/http/after-response.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import { registerJsonApi } from '#services/platform/json-api/json-api.ts';
import { ACCOUNT_PATH, accountRoutes } from './account/account-routes.ts';
import { emailSettingsRoutes } from './account/email-settings-routes.ts';
import { deleteExpiredLinks } from './account/one-time-links.ts';
import { accountPagesRoutes } from './account/pages/account-pages-routes.ts';
import { profileRoutes } from './account/profile-routes.ts';
import { savedViewsRoutes } from './account/saved-views-routes.ts';
import { verifyEmailRoutes } from './account/verification/verify-email-routes.ts';
import type { AccountsDependencies } from './accounts/account-types.ts';
import { accountsRoutes } from './accounts/accounts-routes.ts';
import { callbackRoutes } from './accounts/connect/callback-routes.ts';
import { connectRoutes } from './accounts/connect/connect-routes.ts';
import { deleteExpiredConnections } from './accounts/connect/connect-states.ts';
import { authenticationFactorsRoutes } from './authentication-factors/authentication-factors-routes.ts';
import { boardsRoutes } from './boards/boards-routes.ts';
import { currentUserRoutes } from './current-user/current-user-routes.ts';
import { domainSetupRoutes } from './domains/domain-setup-routes.ts';
import { type DomainsDependencies, domainsRoutes } from './domains/domains-routes.ts';
import { emailTemplatesRoutes } from './email-templates/email-templates-routes.ts';
import { exportTokensRoutes } from './export-tokens/export-tokens-routes.ts';
import { allowRegisteredOrigins } from './oauth/clients/registered-origins.ts';
import { type OAuthDependencies, oauthRoutes } from './oauth/oauth-routes.ts';
import { serveAssets } from './oauth/sign-in/assets.ts';
import { sweepOAuth } from './oauth/sweep-oauth.ts';
import { deleteExpiredChallenges } from './passkeys/passkey-challenges.ts';
import { type PasskeyRoutesDependencies, passkeysRoutes } from './passkeys/passkeys-routes.ts';
import { acceptInvitationRoute, findInvitation } from './people/accept-invitation.ts';
import { consumeFirstSignIn } from './people/first-sign-in.ts';
import { invitationPageRoutes } from './people/invitation-page.ts';
import { deleteExpiredInvitations } from './people/invitations.ts';
import { PEOPLE_PATH, peopleRoutes } from './people/people-routes.ts';
import { resetSignInRoute } from './people/reset-sign-in.ts';
import { securityLogRoutes } from './people/security-log.ts';
import { rulesRoutes } from './rules/rules-routes.ts';
import { deleteExpiredSetupLinks } from './setup/setup-links.ts';
import { setupPageRoutes } from './setup/setup-page.ts';
import { backchannelLogoutRoute } from './single-sign-on/backchannel-logout.ts';
import type { ProviderSignInService } from './single-sign-on/create-single-sign-on.ts';
import { providerStepUpPages, providerStepUpRoutes } from './single-sign-on/provider-step-up.ts';

const SWEEP_INTERVAL_MS = 60_000;

export interface AdvocacyDependencies
  extends AccountsDependencies,
    DomainsDependencies,
    OAuthDependencies,
    PasskeyRoutesDependencies {
  /** Undefined without `oidc`. */
  singleSignOn?: ProviderSignInService | undefined;
}

/** The advocacy service: OAuth and, under /v2, the JSON:API resources. Mount it at {base_url}. */
export async function advocacy(
  app: FastifyInstance,
  dependencies: AdvocacyDependencies,
): Promise<void> {
  // URLs can contain an id_token and responses contain personal data: no caching, no referrer.
  app.addHook('onRequest', async (_request, reply) => {
    reply.headers({ 'cache-control': 'no-store', 'referrer-policy': 'no-referrer' });
  });
  const rejectOtherMethods = registerJsonApi(app);
  await allowRegisteredOrigins(app, dependencies.db);
  const afterResponse = createAfterResponse(app, dependencies.log);
  const assets = serveAssets(app, new URL(dependencies.baseUrl).pathname);
  const attempts = createAttemptCounters(dependencies.db, dependencies.clock);
  await app.register(async (scope) =>
    oauthRoutes(scope, {
      dependencies,
      assets,
      attempts,
      afterResponse,
      consumeFirstSignIn: (token) => consumeFirstSignIn(dependencies, token),
      findInvitationId: async (token) =>
        (await findInvitation(dependencies.db, dependencies.clock, { token }))?.id,
    }),
  );
  const { singleSignOn, oidc } = dependencies;
  if (singleSignOn && oidc) {
    await app.register((scope) => backchannelLogoutRoute(scope, dependencies, singleSignOn, oidc));
    await app.register(async (scope) =>
      providerStepUpPages(scope, { ...dependencies, singleSignOn }),
    );
  }
  await app.register(async (scope) => {
    const pages = { dependencies, assets, attempts };
    await accountPagesRoutes(scope, pages);
    invitationPageRoutes(scope, pages);
    setupPageRoutes(scope, pages);
  });
  await app.register(
    async (scope) => {
      const rejectOtherMethods = registerJsonApi(scope);
      accountRoutes(scope, dependencies, attempts);
      emailSettingsRoutes(scope, dependencies);
      passkeysRoutes(scope, dependencies);
      providerStepUpRoutes(scope, dependencies);
      profileRoutes(scope, dependencies);
      verifyEmailRoutes(scope, dependencies);
      savedViewsRoutes(scope, dependencies);
      acceptInvitationRoute(scope, dependencies);
      rejectOtherMethods();
    },
    { prefix: ACCOUNT_PATH },
  );
  await app.register(
    async (scope) => {
      const rejectOtherMethods = registerJsonApi(scope);
      peopleRoutes(scope, dependencies);
      resetSignInRoute(scope, dependencies);
      rulesRoutes(scope, dependencies);
      securityLogRoutes(scope, dependencies);
      exportTokensRoutes(scope, dependencies);
      rejectOtherMethods();
    },
    { prefix: PEOPLE_PATH },
  );
  currentUserRoutes(app, dependencies);
  authenticationFactorsRoutes(app, dependencies);
  domainsRoutes(app, dependencies);
  domainSetupRoutes(app, dependencies);
  accountsRoutes(app, dependencies);
  connectRoutes(app, dependencies);
  callbackRoutes(app, dependencies);
  boardsRoutes(app, dependencies);
  emailTemplatesRoutes(app, dependencies);
  rejectOtherMethods();
}

export function startSweep({
  db,
  clock,
  log,
}: Pick<AdvocacyDependencies, 'db' | 'clock' | 'log'>): Worker {
  return startWorker({
    name: 'advocacy-sweep',
    intervalMs: SWEEP_INTERVAL_MS,
    async work() {
      await deleteExpiredConnections(db, clock);
      await deleteExpiredLinks(db, clock);
      await deleteExpiredInvitations(db, clock);
      await deleteExpiredChallenges(db, clock);
      await deleteExpiredSetupLinks(db, clock);
      return sweepOAuth(db, clock);
    },
    log,
  });
}
