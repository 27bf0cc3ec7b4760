import type { FastifyInstance } from 'fastify';
import { SCOPES } from '#contract/advocacy/scopes.ts';
import type { ServiceDependencies } from '#services/advocacy/dependencies.ts';
import { OAUTH_PATHS } from '#services/advocacy/oauth/oauth-paths.ts';

const WELL_KNOWN = '/.well-known/oauth-authorization-server';
const CACHE_SECONDS = 3600;

/**
 * Serves the metadata of the authorization server (RFC 8414; decisions.md, 53) at the root of the public
 * address. A client may take that address or {base_url} for the issuer: RFC 8414 puts the path of an
 * issuer behind the well-known one, and the metadata has to repeat the issuer of the request.
 * @param server not mounted below a path
 */
export function authorizationServerMetadataRoutes(
  server: FastifyInstance,
  { publicUrl, baseUrl }: Pick<ServiceDependencies, 'publicUrl' | 'baseUrl'>,
): void {
  for (const issuer of new Set([publicUrl, baseUrl])) {
    const path = new URL(issuer).pathname.replace(/\/$/, '');
    server.get(`${WELL_KNOWN}${path}`, async (_request, reply) =>
      reply
        .type('application/json')
        // Public and without credentials: clients in browsers may read it.
        .headers({
          'access-control-allow-origin': '*',
          'cache-control': `public, max-age=${CACHE_SECONDS}`,
        })
        .send(metadataOf(issuer, baseUrl)),
    );
  }
}

function metadataOf(issuer: string, baseUrl: string) {
  const authMethods = ['client_secret_basic', 'client_secret_post', 'none'];
  return {
    issuer,
    authorization_endpoint: `${baseUrl}${OAUTH_PATHS.authorize}`,
    token_endpoint: `${baseUrl}${OAUTH_PATHS.token}`,
    token_endpoint_auth_methods_supported: authMethods,
    revocation_endpoint: `${baseUrl}${OAUTH_PATHS.revoke}`,
    revocation_endpoint_auth_methods_supported: authMethods,
    scopes_supported: SCOPES,
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    code_challenge_methods_supported: ['S256'],
  };
}
