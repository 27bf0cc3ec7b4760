import { eq } from 'drizzle-orm';
import {
  type Adapter,
  type Configuration,
  errors,
  interactionPolicy,
  type Provider,
} from 'oidc-provider';
import { SCOPE_MAX_LENGTH, STATE_MAX_LENGTH } from '#contract/advocacy/oauth.ts';
import { isScope, SCOPES } from '#contract/advocacy/scopes.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { createClientsAdapter } from '#services/advocacy/oauth/clients/oauth-clients.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import {
  cookieAttributes,
  cookieName,
} from '#services/advocacy/oauth/sign-in/cookies/sign-in-cookies.ts';
import { isUnchanged } from '#services/advocacy/oauth/sign-in/sign-in-interaction.ts';
import type { ProviderSignIn } from '#services/advocacy/oauth/sign-in/single-sign-on.ts';
import {
  INTERACTION,
  type OpenSignIns,
} from '#services/advocacy/oauth/sign-in/throttle/open-sign-ins.ts';
import { limitScopesToRoles } from '#services/advocacy/oauth/tokens/session-scopes.ts';
import { createSession } from '#services/advocacy/oauth/tokens/sessions.ts';
import type { SignInWay } from '#services/advocacy/oauth/tokens/sessions-table.ts';
import { findUser } from '#services/advocacy/users/users-store.ts';
import { users } from '#services/advocacy/users/users-table.ts';
import { DAY_SECONDS } from '#services/platform/clock.ts';
import { digest, equalInConstantTime } from '#services/platform/secrets/digest.ts';
import { createArtifactsAdapter, withScopesOfGrant } from './oauth-artifacts-adapter.ts';
import { applyContract } from './oidc-contract.ts';
import { createTokenTransactions } from './token-transaction.ts';

const MINUTE = 60;

/** From opening the sign-in page to completing it. */
const INTERACTION_SECONDS = 30 * MINUTE;

/** advocacy.md, Limits, and decisions.md, 12; in seconds. */
const LIFETIMES = {
  AccessToken: 60 * MINUTE,
  AuthorizationCode: 5 * MINUTE,
  /** Idle time; the total is limited by the grant. */
  RefreshToken: 14 * DAY_SECONDS,
  Grant: 30 * DAY_SECONDS,
  Interaction: INTERACTION_SECONDS,
  /** Never stored: there is no single sign-on. */
  Session: 30 * MINUTE,
};

type RenderError = NonNullable<Configuration['renderError']>;
type Dependencies = Pick<
  ServiceDependencies,
  'db' | 'clock' | 'log' | 'keyring' | 'publicUrl' | 'baseUrl' | 'oidc'
>;

/**
 * The OAuth 2.0 authorization server (advocacy.md, OAuth; decisions.md, 9 to 13), without the parts of
 * OpenID Connect that are not in the contract.
 * @param options.renderError renders errors that can't be sent to the client by a redirect
 */
export function createProvider(
  dependencies: Dependencies,
  { renderError, openSignIns }: { renderError: RenderError; openSignIns: OpenSignIns },
): Provider {
  const { db, clock, log, keyring, publicUrl, baseUrl, oidc: sso } = dependencies;
  const policy = interactionPolicy.base();
  // Signing in is consent; the scopes that a client may request are registered.
  policy.remove('consent');
  const cookies = cookieAttributes(publicUrl);

  const transactions = createTokenTransactions(dependencies);
  const createArtifacts = (kind: string) =>
    createArtifactsAdapter(transactions.queries, clock, kind);

  function createAdapter(kind: string): Adapter {
    if (kind === 'Client') return createClientsAdapter(transactions.queries);
    const adapter = createArtifacts(kind);
    if (kind === INTERACTION) return openSignIns.limit(adapter);
    if (kind === 'RefreshToken') return withScopesOfGrant(adapter, createArtifacts('Grant'));
    return adapter;
  }

  const provider = new transactions.Provider(baseUrl, {
    adapter: (kind) => createAdapter(kind),
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
    extraParams: { scope: validateScope, state: validateState, signed_out: null },
    ttl: LIFETIMES,
    // Without the scope openid no ID token is issued, but each client needs an algorithm.
    jwks: { keys: keyring.signing },
    clientDefaults: { id_token_signed_response_alg: 'ES256' },
    cookies: {
      keys: keyring.cookies,
      names: {
        session: cookieName(publicUrl, 'patron_session'),
        interaction: cookieName(publicUrl, 'patron_sign_in'),
        resume: cookieName(publicUrl, 'patron_resume'),
      },
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
      const user = await findUser(transactions.queries(), Number(accountId));
      return user && { accountId, claims: async () => ({ sub: accountId }) };
    },
    /** Each authorization gets a new grant, and so a new token family. */
    async loadExistingGrant({ oidc }) {
      const { account, client } = oidc;
      if (!account || !client) return undefined;
      const signIn = oidc.result?.providerSignIn as ProviderSignIn | undefined;
      const grant = new oidc.provider.Grant({
        accountId: account.accountId,
        clientId: client.clientId,
        // After that, the person has to sign in at the provider again.
        ...(signIn && sso ? { expiresIn: sso.sessionHours * 3600 } : {}),
      });
      const requested = [...oidc.requestParamScopes];
      const granted = await limitScopesToRoles(db, Number(account.accountId), requested);
      grant.addOIDCScope(granted.join(' '));
      const rejected = requested.filter((scope) => !granted.includes(scope));
      if (rejected.length > 0) grant.rejectOIDCScope(rejected.join(' '));
      // A later refresh can't request the removed scopes either.
      Object.assign(oidc.params ?? {}, { scope: granted.join(' ') });
      const session = {
        id: digest(await grant.save()),
        userId: Number(account.accountId),
        clientId: client.clientId,
        // The version before ours doesn't store them.
        ways: (oidc.result?.ways as SignInWay[] | undefined) ?? null,
        provider: signIn?.issuer ?? null,
        providerSessionId: signIn?.sid ?? null,
      };
      const isCreated = await db.transaction(async (tx) => {
        // A change of a way to sign in waits for this lock, or its result is read here. A new password then ends the session.
        const [user] = await tx
          .select({ passwordHash: users.passwordHash, signInVersion: users.signInVersion })
          .from(users)
          .where(eq(users.id, session.userId))
          .for('share');
        if (!user || !isUnchanged(user, oidc.result)) return false;
        await createSession(tx, clock, session);
        return true;
      });
      if (isCreated) return grant;
      await grant.destroy();
      const ended = new errors.SessionNotFound('a way to sign in changed during the sign-in');
      throw Object.assign(ended, { allow_redirect: false });
    },
    renderError,
  });

  // Forwarded headers don't come from the client: oauthRoutes sets them from the public URL.
  provider.proxy = true;
  // A getter, because keys are rotated while the process runs.
  Object.defineProperty(provider, 'keys', { get: () => keyring.cookies });
  compareSecretsByDigest(provider);
  // No single sign-on: the session ends in the request that created it, and is never stored.
  provider.on('interaction.ended', ({ oidc }) => {
    Object.assign(oidc.session ?? {}, { destroyed: true });
  });
  provider.on('grant.revoked', (ctx) => {
    ctx.state.hasRevoked = true;
  });
  provider.on('server_error', (ctx, error) => {
    ctx.state.failure = error;
    log.error({ err: error }, 'the authorization server failed');
  });
  provider.use(applyContract(dependencies));
  return provider;
}

type ExtraParamValidator = Exclude<
  NonNullable<Extract<Configuration['extraParams'], Record<string, unknown>>>[string],
  null | undefined
>;

/** Rejects unknown scopes, and defaults to the client's (decisions.md, 9). */
const validateScope: ExtraParamValidator = (ctx, _known, client) => {
  // oidc-provider has removed unknown scopes from its parameters; the query still has them.
  const { scope } = ctx.query;
  if (typeof scope !== 'string' || scope === '') {
    Object.assign(ctx.oidc.params ?? {}, { scope: client.scope });
    return;
  }
  if (scope.length > SCOPE_MAX_LENGTH) throw new errors.InvalidScope('scope is too long', '');
  const unknown = scope.split(' ').find((name) => !isScope(name));
  if (unknown !== undefined) throw new errors.InvalidScope('requested scope is not known', unknown);
};

/** Limits what is stored for anyone who opens the sign-in page. */
const validateState: ExtraParamValidator = (_ctx, state) => {
  if (state !== undefined && state.length > STATE_MAX_LENGTH) {
    throw new errors.InvalidRequest(`state must be at most ${STATE_MAX_LENGTH} characters`);
  }
};

/** Compares digests, because clients are registered with the digest of their secret. */
function compareSecretsByDigest({ Client }: Provider): void {
  Client.prototype.compareClientSecret = async function compare(
    this: { clientSecret?: string },
    presented: string,
  ) {
    return equalInConstantTime(digest(presented), this.clientSecret ?? '');
  };
}
