import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import {
  ProviderError,
  type SingleSignOn,
} from '#services/advocacy/oauth/sign-in/single-sign-on.ts';
import { findUserByIdentity } from '#services/advocacy/users/user-identities.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import type { OidcSettings } from '#services/platform/oidc/oidc-settings.ts';
import { applyGroupRoles } from './groups/apply-group-roles.ts';
import { identifyUser } from './identify-user.ts';
import { createIdentityProvider, type ProviderClaims } from './identity-provider.ts';
import { linkUser } from './link-user.ts';
import {
  CLOCK_TOLERANCE_SECONDS,
  createProviderMetadata,
  type ProviderMetadata,
} from './provider-metadata.ts';
import { createProviderRequests } from './provider-requests.ts';

/** The provider's metadata and keys are fetched so often. */
const REFRESH_MS = 10 * 60_000;
/** After a failure. */
const RETRY_MS = 10_000;

type Dependencies = Pick<
  ServiceDependencies,
  'db' | 'clock' | 'log' | 'messages' | 'keyring' | 'baseUrl'
>;

export interface ProviderSignInService extends SingleSignOn {
  metadata: ProviderMetadata;
  /**
   * Redeems the code of a confirmation's callback.
   * @returns what the confirmation is bound to, or why it doesn't count
   * @throws {ProviderError}
   */
  confirm(
    callback: URLSearchParams,
    browserSecret: string,
  ): Promise<{ boundTo: string } | { error: 'other_account' | 'no_auth_time' | 'old_auth_time' }>;
}

export function createSingleSignOn(
  dependencies: Dependencies,
  settings: OidcSettings,
): ProviderSignInService {
  const { clock, log, keyring, baseUrl } = dependencies;
  const metadata = createProviderMetadata({ settings, clock, log });
  const redirectUri = `${baseUrl}${OAUTH_PATHS.providerCallback}`;
  const provider = createIdentityProvider({ settings, metadata, clock, redirectUri });
  const requests = createProviderRequests({ clock, keyring });
  return {
    metadata,
    start: (subject, browserSecret, parameters = {}) =>
      provider.authorizationUrl(requests.create(subject, browserSecret), parameters),
    findSubject: (callback, browserSecret) =>
      requests.find(callback.get('state') ?? '', browserSecret),
    async identify(callback, browserSecret) {
      const request = requests.find(callback.get('state') ?? '', browserSecret);
      if (!request) throw new ProviderError('invalid', "the state is not this browser's");
      const claims = await provider.redeem(callback, request);
      const found = await identifyUser({ ...dependencies, settings }, claims, request.invitationId);
      const { sub: subject, sid = null } = claims;
      const hasSecondStep = isSecondStep(claims, settings);
      const groups = found.outcome === 'rejected' ? undefined : found.groups;
      const signIn = { issuer: settings.issuer, subject, sid, hasSecondStep, groups };
      return { ...found, signIn };
    },
    async confirm(callback, browserSecret) {
      const request = requests.find(callback.get('state') ?? '', browserSecret);
      if (request?.purpose !== 'step_up') {
        throw new ProviderError('invalid', "the state is not this browser's");
      }
      const { boundTo, startedAt } = request;
      const { sub: subject, auth_time: signedInAt } = await provider.redeem(callback, request);
      const user = await findUserByIdentity(dependencies.db, { issuer: settings.issuer, subject });
      if (user?.id !== Number(boundTo.split('.')[0])) return { error: 'other_account' };
      if (signedInAt === undefined) return { error: 'no_auth_time' };
      const isOld = signedInAt < startedAt / 1000 - CLOCK_TOLERANCE_SECONDS;
      return isOld ? { error: 'old_auth_time' } : { boundTo };
    },
    link: (tx, user, signIn, exceptId) =>
      linkUser(tx, { ...dependencies, settings }, user, signIn, exceptId),
    applyGroups: (user, signIn) => applyGroupRoles({ ...dependencies, settings }, user, signIn),
  };
}

/** Whether the provider names one of the methods of the settings in `amr` (RFC 8176); true if they name none. */
function isSecondStep(claims: ProviderClaims, { amr }: OidcSettings): boolean {
  const { amr: used } = claims;
  return amr === undefined || (Array.isArray(used) && amr.some((method) => used.includes(method)));
}

/** Keeps what the provider publishes up to date, so that nobody who signs in waits for it. */
export function startProviderRefresh(
  { metadata }: ProviderSignInService,
  { clock, log }: Pick<ServiceDependencies, 'clock' | 'log'>,
): Worker {
  let refreshAt = 0;
  let hasFailed = false;
  return startWorker({
    name: 'openid-provider',
    intervalMs: RETRY_MS,
    async work() {
      const now = clock.now().getTime();
      if (now < refreshAt) return false;
      try {
        await metadata.refresh();
        if (hasFailed || refreshAt === 0) log.info('the OpenID provider responds');
        refreshAt = now + REFRESH_MS;
        hasFailed = false;
      } catch (error) {
        if (!(error instanceof ProviderError)) throw error;
        // Logged once per outage.
        if (!hasFailed) log.warn({ reason: error.message }, "the OpenID provider can't be used");
        hasFailed = true;
      }
      return false;
    },
    log,
  });
}
