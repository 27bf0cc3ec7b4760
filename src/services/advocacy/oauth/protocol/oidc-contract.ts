import type Provider from 'oidc-provider';
import { authorizationRequestSchema } from '#contract/advocacy/oauth.ts';
import { EMAIL_ADDRESS_MAX_LENGTH } from '#contract/email-address.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { UNAVAILABLE_RETRY_SECONDS } from '#services/advocacy/oauth/oauth-error.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { findUser } from '#services/advocacy/users/users-store.ts';
import { recordAudit } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { isDatabaseUnavailable } from '#services/platform/database/unavailable.ts';
import { digest } from '#services/platform/secrets/digest.ts';

type Middleware = Parameters<Provider['use']>[0];
type Context = Parameters<Middleware>[0];

/**
 * Middleware that adapts oidc-provider's requests and responses to the contract:
 * - it is mounted under the path of {base_url};
 * - the token endpoint returns `created_at`, and `invalid_grant` for an impossible scope or verifier
 *   (advocacy.md, Rules for POST /oauth/token, 4);
 * - a response without a body has no media type;
 * - malformed Basic credentials, without a client, a secret or a valid encoding, get 401 (rule 5);
 * - the authorization endpoint ignores parameters that are not in the contract, and always responds
 *   in the query;
 * - errors have only the members `error` and `error_description`;
 * - redirects have no `iss`, which is not in the contract and which strict clients would compare.
 */
export function applyContract({
  db,
  baseUrl,
  clock,
}: Pick<ServiceDependencies, 'db' | 'baseUrl' | 'clock'>): Middleware {
  const mountPath = new URL(baseUrl).pathname;
  return async (ctx, next) => {
    const path = ctx.path;
    ctx.mountPath = mountPath;
    ctx.path = path.slice(mountPath.length);
    if (ctx.path === OAUTH_PATHS.authorize)
      ctx.querystring = dropUnknownParameters(ctx.querystring);
    await next();
    const route = ctx.path;
    ctx.path = path;
    ctx.set('cache-control', 'no-store');
    if (route === OAUTH_PATHS.revoke) {
      await recordSignOut(db, ctx);
      if (ctx.body === '') omitBody(ctx);
    }
    if (isDatabaseUnavailable(ctx.state.failure)) {
      ctx.status = 503;
      ctx.set('retry-after', String(UNAVAILABLE_RETRY_SECONDS));
    }
    if (route.startsWith(OAUTH_PATHS.authorize)) moveResponseToQuery(ctx);
    else if (isErrorBody(ctx.body)) {
      if (ctx.body.error === 'invalid_request' && isMalformedBasic(ctx)) {
        ctx.status = 401;
        ctx.set('www-authenticate', `Basic realm="${baseUrl}", error="invalid_client"`);
        ctx.body = { error: 'invalid_client', error_description: 'client authentication failed' };
      } else ctx.body = toContractError(ctx, ctx.body);
    } else if (route === OAUTH_PATHS.token) {
      ctx.body = { ...(ctx.body as object), created_at: Math.floor(clock.now().getTime() / 1000) };
    }
  };
}

/** An empty body has no media type: clients would try to parse it. */
function omitBody(ctx: Context): void {
  const { status } = ctx;
  ctx.body = null;
  ctx.status = status;
}

/** Records the end of a session by its own token. */
async function recordSignOut(db: Queries, { oidc, state }: Context): Promise<void> {
  if (!state.hasRevoked) return;
  const { RefreshToken: refreshToken, AccessToken: accessToken } = oidc.entities;
  const token = refreshToken ?? accessToken;
  if (!token?.accountId || token.grantId === undefined) return;
  const user = await findUser(db, Number(token.accountId));
  if (!user) return;
  await recordAudit(db, {
    action: 'session.sign_out',
    subject: { type: 'session', id: digest(token.grantId), name: token.clientId },
    userId: user.id,
    actor: { kind: 'user', id: String(user.id), name: user.name },
  });
}

interface ErrorBody {
  error: string;
  error_description?: string;
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'error' in body;
}

function toContractError(ctx: Context, { error, error_description }: ErrorBody): ErrorBody {
  if (ctx.status === 503) {
    return { error: 'temporarily_unavailable', error_description: 'try again shortly' };
  }
  if (error === 'server_error') return { error, error_description: 'the request failed' };
  const isGrantError =
    error === 'invalid_scope' || (error === 'invalid_request' && isVerifierMalformed(ctx));
  return {
    error: isGrantError ? 'invalid_grant' : error,
    ...(error_description === undefined ? {} : { error_description }),
  };
}

/** Whether the request's only credentials are Basic ones that no client can have. */
function isMalformedBasic({ headers, oidc }: Context): boolean {
  const [scheme, credentials = ''] = (headers.authorization ?? '').split(' ');
  if (scheme?.toLowerCase() !== 'basic' || !oidc.params || oidc.params.client_secret) return false;
  const bytes = Buffer.from(credentials, 'base64');
  const [id, ...secret] = bytes.toString('utf8').split(':');
  return (
    id === '' ||
    secret.join(':') === '' ||
    withoutPadding(bytes.toString('base64')) !== withoutPadding(credentials) ||
    !isFormEncoded(`${id}:${secret.join(':')}`)
  );
}

const withoutPadding = (base64: string) => base64.replace(/={1,2}$/, '');

/** Visible ASCII and spaces only (RFC 6749, 2.3.1 and A.1). */
function isFormEncoded(text: string): boolean {
  try {
    return /^[\x20-\x7e]*$/.test(decodeURIComponent(text));
  } catch {
    return false;
  }
}

/** Whether a complete code exchange has a verifier that no challenge can match. */
function isVerifierMalformed({ oidc }: Context): boolean {
  const { client, params } = oidc;
  if (!client || params?.grant_type !== 'authorization_code') return false;
  const { code, redirect_uri: redirectUri, code_verifier: verifier } = params;
  if (!code || !redirectUri || typeof verifier !== 'string') return false;
  return !/^[\w.~-]{43,128}$/.test(verifier);
}

const AUTHORIZATION_PARAMETERS: ReadonlySet<string> = new Set([
  ...Object.keys(authorizationRequestSchema.shape),
  'login_hint',
  // The console's own: the user has just signed out, or the session has ended.
  'signed_out',
]);

function dropUnknownParameters(query: string): string {
  const parameters = [...new URLSearchParams(query)];
  return new URLSearchParams(
    parameters.filter(
      ([name, value]) =>
        AUTHORIZATION_PARAMETERS.has(name) &&
        (name !== 'login_hint' || value.length <= EMAIL_ADDRESS_MAX_LENGTH) &&
        (name !== 'signed_out' || value === '1' || value === 'ended'),
    ),
  ).toString();
}

function moveResponseToQuery(ctx: Context): void {
  const location = ctx.response.get('location');
  if (!URL.canParse(location)) return;
  const url = new URL(location);
  // Errors are in the fragment if the response_type requested it.
  for (const [name, value] of new URLSearchParams(url.hash.slice(1))) {
    url.searchParams.set(name, value);
  }
  url.hash = '';
  if (!url.searchParams.has('iss')) return;
  url.searchParams.delete('iss');
  url.searchParams.delete('scope');
  ctx.set('location', url.href);
}
