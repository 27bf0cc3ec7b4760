import { asc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { isScope, SCOPES } from '#contract/advocacy/scopes.ts';
import { requiredText } from '#contract/text.ts';
import { isOrigin, isRedirectUri } from '#services/advocacy/oauth/clients/client-urls.ts';
import { isFirstPartyClient } from '#services/advocacy/oauth/clients/console-client.ts';
import { findClient, type OAuthClient } from '#services/advocacy/oauth/clients/oauth-clients.ts';
import { oauthClients } from '#services/advocacy/oauth/clients/oauth-clients-table.ts';
import { endClientSessions } from '#services/advocacy/oauth/tokens/end-sessions.ts';
import { recordAudit, recordChanges } from '#services/platform/audit/record-audit.ts';
import { violatesUnique } from '#services/platform/database/constraint.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { checkValue, OperatorError } from '#services/platform/operator-error.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import { generateSecret } from '#services/platform/secrets/generate-secret.ts';

const NAME_MAX_LENGTH = 100;

const redirectUri = z
  .string()
  .check(z.refine(isRedirectUri, { error: 'Use an http or https URL without a fragment' }));
const origin = z
  .string()
  .check(z.refine(isOrigin, { error: 'Use an origin such as https://app.example.com' }));

const settingsSchema = z.partial(
  z.object({
    name: requiredText(NAME_MAX_LENGTH),
    redirectUris: z
      .array(redirectUri)
      .check(z.minLength(1, { error: 'Add at least one redirect URI' })),
    scopes: z
      .array(z.string().check(z.refine(isScope, { error: 'Is not a known scope' })))
      .check(z.minLength(1, { error: 'Add at least one scope' })),
    corsOrigins: z.array(origin),
    connectOrigins: z.nullable(z.array(origin)),
    connectRedirectUris: z.nullable(z.array(redirectUri)),
  }),
);
const idSchema = z.string().check(
  z.regex(/^[A-Za-z0-9._~-]{1,100}$/, {
    error: 'Use up to 100 letters, digits, dots, hyphens, underscores and tildes',
  }),
);

/** Settings of a client. On update, an omitted one is unchanged; on creation, it has its default. */
export type ClientSettings = z.input<typeof settingsSchema>;

/**
 * Registers a client.
 * @param isPublic whether the client can't keep a secret and relies on PKCE alone
 * @returns the secret of a confidential client; only its digest is stored
 * @throws {OperatorError} when a value is invalid or the id is in use
 */
export async function createClient(
  tx: Queries,
  { isPublic, ...input }: ClientSettings & { id: string; isPublic: boolean },
): Promise<{ client: OAuthClient; secret: string | undefined }> {
  const id = checkValue('id', idSchema, input.id);
  const { name, redirectUris, scopes, ...urls } = checkSettings(input);
  if (isFirstPartyClient(id)) throw ownClientError(id);
  if (name === undefined) throw new OperatorError('name: Required');
  if (redirectUris === undefined) throw new OperatorError('redirect_uris: Required');
  const secret = isPublic ? undefined : generateSecret('client_secret');
  const values = {
    id,
    name,
    redirectUris,
    scopes: scopes ?? [...SCOPES],
    secretDigest: secret === undefined ? null : digest(secret),
    ...urls,
  };
  try {
    const client = one(await tx.insert(oauthClients).values(values).returning());
    await recordClient(tx, 'client.create', undefined, client);
    return { client, secret };
  } catch (error) {
    if (violatesUnique(error, 'oauth_clients_pkey')) {
      throw new OperatorError(`There is already a client ${id}`);
    }
    throw error;
  }
}

/** All clients by id, including the console's. */
export function listClients(db: Queries): Promise<OAuthClient[]> {
  return db.select().from(oauthClients).orderBy(asc(oauthClients.id));
}

/** @throws {OperatorError} when there is no such client */
export async function getClient(db: Queries, id: string): Promise<OAuthClient> {
  const client = await findClient(db, id);
  if (!client) throw new OperatorError(`There is no client ${id}`);
  return client;
}

/**
 * Updates a client, effective from its next request.
 * @throws {OperatorError} when a value is invalid or there is no such client
 */
export async function updateClient(
  tx: Queries,
  id: string,
  input: ClientSettings,
): Promise<OAuthClient> {
  const before = await getEditableClient(tx, id);
  const settings = checkSettings(input);
  const isClient = eq(oauthClients.id, id);
  const client = one(await tx.update(oauthClients).set(settings).where(isClient).returning());
  await recordClient(tx, 'client.update', before, client);
  return client;
}

/**
 * Replaces a confidential client's secret. The old one stops working; sessions continue.
 * @returns the new secret
 * @throws {OperatorError} when there is no such client or it is public
 */
export async function rotateClientSecret(tx: Queries, id: string): Promise<string> {
  const { secretDigest, name } = await getEditableClient(tx, id);
  if (secretDigest === null) {
    throw new OperatorError(`The client ${id} is public and has no secret`);
  }
  const secret = generateSecret('client_secret');
  await tx
    .update(oauthClients)
    .set({ secretDigest: digest(secret) })
    .where(eq(oauthClients.id, id));
  await recordAudit(tx, {
    action: 'client.rotate_secret',
    subject: { type: 'client', id, name },
  });
  return secret;
}

/**
 * Deletes a client and ends its sessions.
 * @returns the number of sessions that ended
 * @throws {OperatorError} when there is no such client
 */
export async function deleteClient(tx: Queries, id: string): Promise<number> {
  const client = await getEditableClient(tx, id);
  await tx.delete(oauthClients).where(eq(oauthClients.id, id));
  await recordClient(tx, 'client.delete', client, undefined);
  return endClientSessions(tx, id);
}

/** What the audit log has of a client. */
const stateOf = (client: OAuthClient | undefined) => ({
  name: client?.name,
  redirect_uris: client?.redirectUris,
  scopes: client?.scopes,
  cors_origins: client?.corsOrigins,
  connect_origins: client?.connectOrigins,
  connect_redirect_uris: client?.connectRedirectUris,
});

async function recordClient(
  tx: Queries,
  action: `client.${string}`,
  before: OAuthClient | undefined,
  after: OAuthClient | undefined,
): Promise<void> {
  const { id, name } = after ?? before ?? { id: '' };
  await recordChanges(
    tx,
    { action, subject: { type: 'client', id, name } },
    stateOf(before),
    stateOf(after),
  );
}

async function getEditableClient(db: Queries, id: string): Promise<OAuthClient> {
  if (isFirstPartyClient(id)) throw ownClientError(id);
  return getClient(db, id);
}

function checkSettings(input: ClientSettings) {
  return checkValue('', settingsSchema, input);
}

function ownClientError(id: string) {
  return new OperatorError(
    `The client ${id} can't be changed: it is registered at every start, from PATRON_PUBLIC_URL`,
  );
}
