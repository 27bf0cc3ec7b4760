import { arrayContains, eq, sql } from 'drizzle-orm';
import type { Adapter, AdapterPayload } from 'oidc-provider';
import { SCOPES } from '#contract/advocacy/scopes.ts';
import { isStorable } from '#contract/text.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { prepared } from '#services/platform/database/prepared.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import { oauthClients } from './oauth-clients-table.ts';

export type OAuthClient = typeof oauthClients.$inferSelect;

export interface OAuthClientRegistration {
  id: string;
  name: string;
  /** A generated secret with the entropy of a key; without one, the client is public. */
  secret?: string;
  redirectUris: readonly string[];
  /** Default: all scopes. */
  scopes?: readonly string[];
  corsOrigins?: readonly string[];
  /** Allowed recipients of the result of connecting an account. By default any. */
  connectOrigins?: readonly string[];
  connectRedirectUris?: readonly string[];
}

/** Registers a client, or replaces its registration. */
export async function registerClient(
  db: Queries,
  registration: OAuthClientRegistration,
): Promise<void> {
  const { id, name, secret, redirectUris, scopes, corsOrigins, ...connect } = registration;
  const values = {
    name,
    secretDigest: secret === undefined ? null : digest(secret),
    redirectUris: [...redirectUris],
    scopes: [...(scopes ?? SCOPES)],
    corsOrigins: [...(corsOrigins ?? [])],
    connectOrigins: connect.connectOrigins ? [...connect.connectOrigins] : null,
    connectRedirectUris: connect.connectRedirectUris ? [...connect.connectRedirectUris] : null,
  };
  await db
    .insert(oauthClients)
    .values({ id, ...values })
    .onConflictDoUpdate({ target: oauthClients.id, set: values });
}

export async function findClient(db: Queries, id: string): Promise<OAuthClient | undefined> {
  if (!isStorable(id)) return undefined;
  const [client] = await clientById(db).execute({ id });
  return client;
}

const clientById = prepared((db) =>
  db
    .select()
    .from(oauthClients)
    .where(eq(oauthClients.id, sql.placeholder('id')))
    .prepare('oauth_client'),
);

/** Whether the origin may call the token endpoints and the API. */
export async function isRegisteredOrigin(db: Queries, origin: string): Promise<boolean> {
  if (!isStorable(origin)) return false;
  const [client] = await db
    .select({ id: oauthClients.id })
    .from(oauthClients)
    .where(arrayContains(oauthClients.corsOrigins, [origin]))
    .limit(1);
  return client !== undefined;
}

/** Gives oidc-provider read access to clients; registration is ours. */
export function createClientsAdapter(queries: () => Queries): Adapter {
  const notSupported = async () => {
    throw new Error('Clients are registered by registerClient');
  };
  return {
    async find(id) {
      const client = await findClient(queries(), id);
      return client && toClientMetadata(client);
    },
    upsert: notSupported,
    consume: notSupported,
    destroy: notSupported,
    revokeByGrantId: notSupported,
    findByUid: notSupported,
    findByUserCode: notSupported,
  };
}

/** RFC 7591 metadata. The secret is its digest (see `compareSecretsByDigest`). */
function toClientMetadata(client: OAuthClient): AdapterPayload {
  const isPublic = client.secretDigest === null;
  return {
    client_id: client.id,
    client_name: client.name,
    ...(isPublic ? {} : { client_secret: client.secretDigest }),
    token_endpoint_auth_method: isPublic ? 'none' : 'client_secret_basic',
    application_type: 'web',
    grant_types: ['authorization_code', 'refresh_token'],
    response_types: ['code'],
    redirect_uris: client.redirectUris,
    scope: client.scopes.join(' '),
  } as AdapterPayload;
}
