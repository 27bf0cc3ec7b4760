import Provider, { type Configuration, errors, interactionPolicy } from 'oidc-provider';
import { isScope, SCOPES } from '#contract/advocacy/scopes.ts';
import type { AdvocacyDependencies } from '#services/advocacy/dependencies.ts';
import { createClientsAdapter } from '#services/advocacy/oauth/clients/oauth-clients.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { limitScopesToRoles } from '#services/advocacy/oauth/tokens/granted-scopes.ts';
import { findUser } from '#services/advocacy/users/users-store.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import { digest, equalInConstantTime } from '#services/platform/secrets/digest.ts';
import { createArtifactsAdapter } from './oauth-artifacts-adapter.ts';
import { applyContract } from './oidc-contract.ts';

const MINUTE = 60;

/** advocacy.md, Limits, and decisions.md, 12; in seconds. */
const LIFETIMES = {
  AccessToken: 60 * MINUTE,
  AuthorizationCode: 5 * MINUTE,
  /** Idle; the grant bounds it in all. */
  RefreshToken: 14 * DAY_SECONDS,
  Grant: 30 * DAY_SECONDS,
  /** From the sign-in page's first showing to its end. */
  Interaction: 30 * MINUTE,
  /** Never kept: there is no single sign-on. */
  Session: 30 * MINUTE,
};

type RenderError = NonNullable<Configuration['renderError']>;
type Dependencies = Pick<
  AdvocacyDependencies,
  'db' | 'clock' | 'log' | 'keyring' | 'publicUrl' | 'baseUrl'
>;

/**
 * The OAuth 2.0 protocol engine (advocacy.md, OAuth; decisions.md, 9 to 13), without the parts of
 * OpenID Connect that the contract does not have.
 * @param renderError shows what can't be told by a redirect to the client.
 */
export function createProvider(dependencies: Dependencies, renderError: RenderError): Provider {
  const { db, clock, log, keyring, publicUrl, baseUrl } = dependencies;
  const policy = interactionPolicy.base();
  // People consent by signing in; what a client may ask for is registered.
  policy.remove('consent');
  const cookies = {
    signed: true,
    httpOnly: true,
    sameSite: 'lax',
    secure: isHttps(publicUrl),
  } as const;

  const provider = new Provider(baseUrl, {
    adapter: (kind) =>
      kind === 'Client' ? createClientsAdapter(db) : createArtifactsAdapter(db, clock, kind),
    routes: {
      authorization: OAUTH_PATHS.authorize,
      token: OAUTH_PATHS.token,
      revocation: OAUTH_PATHS.revoke,
    },
    features: {
      revocation: {
        enabled: true,
        allowedPolicy: (_ctx, client, token) => token.clientId === client.clientId,
      },
      devInteractions: { enabled: false },
      userinfo: { enabled: false },
      rpInitiatedLogout: { enabled: false },
      pushedAuthorizationRequests: { enabled: false },
      resourceIndicators: { enabled: false },
      dPoP: { enabled: false },
    },
    responseTypes: ['code'],
    allowOmittingSingleRegisteredRedirectUri: false,
    clientAuthMethods: ['client_secret_basic', 'client_secret_post', 'none'],
    scopes: [...SCOPES],
    extraParams: { scope: validateScope },
    ttl: LIFETIMES,
    // No ID tokens are issued without the scope openid, but each client has to name an algorithm.
    jwks: { keys: keyring.signing },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    cookies: {
      keys: keyring.cookies,
      names: { session: 'patron_session', interaction: 'patron_sign_in', resume: 'patron_resume' },
      long: cookies,
      short: cookies,
    },
    interactions: {
      policy,
      url: (_ctx, { uid }) => `${new URL(baseUrl).pathname}${OAUTH_PATHS.signIn}/${uid}`,
    },
    rotateRefreshToken: true,
    issueRefreshToken: async () => true,
    expiresWithSession: async () => false,
    clientBasedCORS: () => true,
    async findAccount(_ctx, accountId) {
      const person = await findUser(db, Number(accountId));
      return person && { accountId, claims: async () => ({ sub: accountId }) };
    },
    /** Each authorization gets a grant, and so a token family, of its own. */
    async loadExistingGrant({ oidc }) {
      const { account, client } = oidc;
      if (!account || !client) return undefined;
      const grant = new oidc.provider.Grant({
        accountId: account.accountId,
        clientId: client.clientId,
      });
      const asked = [...oidc.requestParamScopes];
      const granted = await limitScopesToRoles(db, Number(account.accountId), asked);
      grant.addOIDCScope(granted.join(' '));
      // So that a refresh can't ask for what was left out either.
      Object.assign(oidc.params ?? {}, { scope: granted.join(' ') });
      await grant.save();
      return grant;
    },
    renderError,
  });

  // Forwarded headers are not the client's here: the mount writes the public address' own protocol.
  provider.proxy = true;
  // Read for each request: the keys are rotated while the process runs.
  Object.defineProperty(provider, 'keys', { get: () => keyring.cookies });
  compareSecretsByDigest(provider);
  // No single sign-on: the session ends within the request that it began in, and is never stored.
  provider.on('interaction.ended', ({ oidc }) => {
    Object.assign(oidc.session ?? {}, { destroyed: true });
  });
  provider.on('server_error', (ctx, error) => {
    ctx.state.failure = error;
    log.error({ err: error }, 'the authorization server failed');
  });
  provider.use(applyContract(dependencies));
  return provider;
}

/** Whether cookies of an address have to be marked as secure. */
export const isHttps = (url: string) => url.startsWith('https:');

type ExtraParamValidator = Exclude<
  NonNullable<Extract<Configuration['extraParams'], Record<string, unknown>>>[string],
  null | undefined
>;

/** Refuses unknown scopes, and takes the client's own where none is asked for (decisions.md, 9). */
const validateScope: ExtraParamValidator = (ctx, _known, client) => {
  // oidc-provider has left out what it does not know; what was asked for is in the address.
  const { scope } = ctx.query;
  if (typeof scope !== 'string' || scope === '') {
    Object.assign(ctx.oidc.params ?? {}, { scope: client.scope });
    return;
  }
  const unknown = scope.split(' ').find((word) => !isScope(word));
  if (unknown !== undefined) throw new errors.InvalidScope('requested scope is not known', unknown);
};

/** Secrets are registered as digests: what is presented is digested before it is compared. */
function compareSecretsByDigest({ Client }: Provider): void {
  Client.prototype.compareClientSecret = async function compare(
    this: { clientSecret?: string },
    presented: string,
  ) {
    return equalInConstantTime(digest(presented), this.clientSecret ?? '');
  };
}
