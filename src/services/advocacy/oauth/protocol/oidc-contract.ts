import type Provider from 'oidc-provider';
import { authorizationRequestSchema } from '#contract/advocacy/oauth.ts';
import type { AdvocacyDependencies } from '#services/advocacy/dependencies.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';
import { isDatabaseUnavailable } from '#services/platform/database/unavailable.ts';

type Middleware = Parameters<Provider['use']>[0];
type Context = Parameters<Middleware>[0];

/**
 * Where the contract's wire is unlike oidc-provider's, around each of its requests:
 * - it is mounted under the path of {base_url};
 * - the token endpoint says `created_at`, and `invalid_grant` for a scope or a verifier that can't
 *   be right (advocacy.md, Rules for POST /oauth/token, 4);
 * - Basic credentials that name no client, hold no secret or can't be decoded are those of nobody:
 *   401 (rule 5);
 * - the authorization endpoint ignores the parameters that the contract does not have, and always
 *   answers in the query;
 * - errors have no other members than `error` and `error_description`;
 * - redirects carry no `iss`, which the contract does not know and strict clients would compare.
 */
export function applyContract({
  baseUrl,
  clock,
}: Pick<AdvocacyDependencies, 'baseUrl' | 'clock'>): Middleware {
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
    if (isDatabaseUnavailable(ctx.state.failure)) ctx.status = 503;
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

interface ErrorBody {
  error: string;
  error_description?: string;
}

function isErrorBody(body: unknown): body is ErrorBody {
  return typeof body === 'object' && body !== null && 'error' in body;
}

function toContractError(ctx: Context, { error, error_description }: ErrorBody): ErrorBody {
  const isGrantError =
    error === 'invalid_scope' || (error === 'invalid_request' && isVerifierMalformed(ctx));
  return {
    error: isGrantError ? 'invalid_grant' : error,
    ...(error_description === undefined ? {} : { error_description }),
  };
}

/** Basic credentials that no client can have, as the only ones of the request. */
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

/** As the parts of Basic credentials are: visible ASCII and spaces (RFC 6749, 2.3.1 and A.1). */
function isFormEncoded(text: string): boolean {
  try {
    return /^[\x20-\x7e]*$/.test(decodeURIComponent(text));
  } catch {
    return false;
  }
}

/** A verifier that no challenge can have: all else of the request was found in order before. */
function isVerifierMalformed({ oidc }: Context): boolean {
  const { client, params } = oidc;
  if (!client || params?.grant_type !== 'authorization_code') return false;
  const { code, redirect_uri: redirectUri, code_verifier: verifier } = params;
  if (!code || !redirectUri || typeof verifier !== 'string') return false;
  return !/^[\w.~-]{43,128}$/.test(verifier);
}

/** Those of the contract, and whose sign-in it is likely to be. */
const AUTHORIZATION_PARAMETERS: ReadonlySet<string> = new Set([
  ...Object.keys(authorizationRequestSchema.shape),
  'login_hint',
]);

function dropUnknownParameters(query: string): string {
  const given = [...new URLSearchParams(query)];
  return new URLSearchParams(
    given.filter(([name]) => AUTHORIZATION_PARAMETERS.has(name)),
  ).toString();
}

function moveResponseToQuery(ctx: Context): void {
  const location = ctx.response.get('location');
  if (!URL.canParse(location)) return;
  const url = new URL(location);
  // Where the response_type asks for it, errors come in the fragment.
  for (const [name, value] of new URLSearchParams(url.hash.slice(1))) {
    url.searchParams.set(name, value);
  }
  url.hash = '';
  if (!url.searchParams.has('iss')) return;
  url.searchParams.delete('iss');
  url.searchParams.delete('scope');
  ctx.set('location', url.href);
}
