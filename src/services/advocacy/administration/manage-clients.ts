import { asc, eq } from 'drizzle-orm';
import * as z from 'zod/mini';
import { isScope, SCOPES } from '#contract/advocacy/scopes.ts';
import { requiredText } from '#contract/text.ts';
import { isOrigin, isRedirectUri } from '#services/advocacy/accounts/connect/return-addresses.ts';
import { CONSOLE_CLIENT_ID } from '#services/advocacy/oauth/clients/console-client.ts';
import { findClient, type OAuthClient } from '#services/advocacy/oauth/clients/oauth-clients.ts';
import { oauthClients } from '#services/advocacy/oauth/clients/oauth-clients-table.ts';
import { endClientSessions } from '#services/advocacy/oauth/tokens/end-sessions.ts';
import { violatesUnique } from '#services/platform/database/constraint.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { checkValue, OperatorError } from '#services/platform/operator-error.ts';
import { digest } from '#services/platform/secrets/digest.ts';
import { generateSecret } from '#services/platform/secrets/generate-secret.ts';

const NAME_MAX_LENGTH = 100;

const address = z
  .string()
  .check(z.refine(isRedirectUri, { error: 'Takes an http or https address without a fragment' }));
const origin = z
  .string()
  .check(z.refine(isOrigin, { error: 'Takes an origin such as https://app.example.com' }));

const settingsSchema = z.partial(
  z.object({
    name: requiredText(NAME_MAX_LENGTH),
    redirectUris: z
      .array(address)
      .check(z.minLength(1, { error: 'Takes at least one redirect URI' })),
    scopes: z
      .array(z.string().check(z.refine(isScope, { error: 'Is not a scope of the service' })))
      .check(z.minLength(1, { error: 'Takes at least one scope' })),
    corsOrigins: z.array(origin),
    connectOrigins: z.nullable(z.array(origin)),
    connectRedirectUris: z.nullable(z.array(address)),
  }),
);
const idSchema = z.string().check(
  z.regex(/^[A-Za-z0-9._~-]{1,100}$/, {
    error: 'Takes up to 100 letters, digits, dots, hyphens, underscores and tildes',
  }),
);

/** What can be changed of a client; what is left out stays, or is the default. */
export type ClientSettings = z.input<typeof settingsSchema>;

/**
 * Registers a client.
 * @param isPublic whether it can't keep a secret, and so proves itself by PKCE alone.
 * @returns the secret of a confidential client; only its digest is stored.
 * @throws {OperatorError} when a value is not valid, or there is a client of this id.
 */
export async function createClient(
  db: Queries,
  { isPublic, ...given }: ClientSettings & { id: string; isPublic: boolean },
): Promise<{ client: OAuthClient; secret: string | undefined }> {
  const id = checkValue('id', idSchema, given.id);
  const { name, redirectUris, scopes, ...addresses } = checkSettings(given);
  if (id === CONSOLE_CLIENT_ID) throw consoleClientError();
  if (name === undefined) throw new OperatorError('name: Is required');
  if (redirectUris === undefined) throw new OperatorError('redirect_uris: Is required');
  const secret = isPublic ? undefined : generateSecret('client_secret');
  try {
    const [client] = await db
      .insert(oauthClients)
      .values({
        id,
        name,
        redirectUris,
        scopes: scopes ?? [...SCOPES],
        secretDigest: secret === undefined ? null : digest(secret),
        ...addresses,
      })
      .returning();
    return { client: client as OAuthClient, secret };
  } catch (error) {
    if (violatesUnique(error, 'oauth_clients_pkey')) {
      throw new OperatorError(`There is a client ${id} already`);
    }
    throw error;
  }
}

/** All clients, the console's own too, by id. */
export function listClients(db: Queries): Promise<OAuthClient[]> {
  return db.select().from(oauthClients).orderBy(asc(oauthClients.id));
}

/** @throws {OperatorError} when there is no such client. */
export async function getClient(db: Queries, id: string): Promise<OAuthClient> {
  const client = await findClient(db, id);
  if (!client) throw new OperatorError(`There is no client ${id}`);
  return client;
}

/**
 * Changes what is given of a client, from its next request on.
 * @throws {OperatorError} when a value is not valid, or there is no such client.
 */
export async function updateClient(
  db: Queries,
  id: string,
  given: ClientSettings,
): Promise<OAuthClient> {
  await getEditableClient(db, id);
  const settings = checkSettings(given);
  const [client] = await db
    .update(oauthClients)
    .set(settings)
    .where(eq(oauthClients.id, id))
    .returning();
  return client as OAuthClient;
}

/**
 * Replaces a confidential client's secret; the old one is refused from now on, sign-ins stay.
 * @returns the new secret.
 * @throws {OperatorError} when there is no such client, or it is a public one.
 */
export async function rotateClientSecret(db: Queries, id: string): Promise<string> {
  const { secretDigest } = await getEditableClient(db, id);
  if (secretDigest === null)
    throw new OperatorError(`The client ${id} is public: it has no secret`);
  const secret = generateSecret('client_secret');
  await db
    .update(oauthClients)
    .set({ secretDigest: digest(secret) })
    .where(eq(oauthClients.id, id));
  return secret;
}

/**
 * Deletes a client, and ends every sign-in to it.
 * @returns how many there were.
 * @throws {OperatorError} when there is no such client.
 */
export async function deleteClient(db: Database, id: string): Promise<number> {
  await getEditableClient(db, id);
  return db.transaction(async (tx) => {
    await tx.delete(oauthClients).where(eq(oauthClients.id, id));
    return endClientSessions(tx, id);
  });
}

async function getEditableClient(db: Queries, id: string): Promise<OAuthClient> {
  if (id === CONSOLE_CLIENT_ID) throw consoleClientError();
  return getClient(db, id);
}

function checkSettings(given: ClientSettings) {
  return checkValue('', settingsSchema, given);
}

function consoleClientError() {
  return new OperatorError(
    `The services register the client ${CONSOLE_CLIENT_ID} themselves at each start, by PATRON_PUBLIC_URL`,
  );
}
