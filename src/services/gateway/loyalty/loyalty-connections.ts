import { eq, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queries } from '#services/platform/database/database.ts';
import { errorResponse } from '#services/platform/json-api/errors.ts';
import { encryptedColumn } from '#services/platform/secrets/encrypted-column.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { configurationError } from './configuration-error.ts';
import { loyaltyConnections } from './loyalty-connections-table.ts';

export interface LoyaltyConnection {
  /** {loyalty_base_url}; undefined if this deployment serves the program. */
  baseUrl: string | undefined;
  partnerId: string;
  apiKey: string;
  /** Verifies the signatures of incoming webhooks. */
  webhookSecret: string;
}

/** Address and credentials for requests to a team's loyalty program. */
export interface LoyaltyKeys extends Omit<LoyaltyConnection, 'webhookSecret'> {
  teamId: number;
}

const contextOf = (teamId: number, field: string) => `loyalty_connections:${teamId}:${field}`;

const encryptedField = (value: PgColumn, field: string) =>
  encryptedColumn({
    table: loyaltyConnections,
    key: loyaltyConnections.teamId,
    value,
    parts: { teamId: loyaltyConnections.teamId },
    contextOf: ({ teamId }) => contextOf(teamId, field),
  });

export const encryptedLoyaltyKeys = encryptedField(loyaltyConnections.apiKey, 'api_key');
export const encryptedInboxSecrets = encryptedField(
  loyaltyConnections.webhookSecret,
  'webhook_secret',
);

export const encryptedPreviousInboxSecrets = encryptedField(
  loyaltyConnections.previousWebhookSecret,
  'webhook_secret',
);

/**
 * URL and keys of a team's loyalty program; undefined if it has none.
 * @throws {JsonApiError} 502 if the stored key can't be decrypted
 */
export async function findLoyaltyKeys(
  db: Queries,
  encryption: Encryption,
  teamId: number,
): Promise<LoyaltyKeys | undefined> {
  const row = await findConnection(db, teamId);
  if (!row) return undefined;
  const apiKey = decrypt(encryption, row.apiKey, contextOf(teamId, 'api_key'));
  if (apiKey === undefined) {
    throw configurationError(502, "The loyalty program's API key can't be decrypted.");
  }
  return { teamId, baseUrl: row.baseUrl ?? undefined, partnerId: row.partnerId, apiKey };
}

/** @throws {JsonApiError} 404 if the team has no loyalty program; 502 like `findLoyaltyKeys` */
export async function getLoyaltyKeys(
  db: Queries,
  encryption: Encryption,
  teamId: number,
): Promise<LoyaltyKeys> {
  const keys = await findLoyaltyKeys(db, encryption, teamId);
  if (!keys) throw errorResponse(404, { detail: 'This team has no loyalty program.' });
  return keys;
}

/**
 * The secret that signs a team's incoming webhooks; undefined if it has no loyalty program.
 * @throws {JsonApiError} 503 if the stored secret can't be decrypted, so that the sender retries
 */
export async function findWebhookSecret(
  db: Queries,
  encryption: Encryption,
  teamId: number,
): Promise<string | undefined> {
  return (await findInboxSecrets(db, encryption, teamId))?.secret;
}

interface InboxSecrets {
  secret: string;
  /** The last secret; undefined if there is none. */
  previous: { secret: string; until: Date } | undefined;
}

/** Like `findWebhookSecret`, with the secret before it. */
export async function findInboxSecrets(
  db: Queries,
  encryption: Encryption,
  teamId: number,
): Promise<InboxSecrets | undefined> {
  const row = await findConnection(db, teamId);
  if (!row) return undefined;
  const context = contextOf(teamId, 'webhook_secret');
  const secret = decrypt(encryption, row.webhookSecret, context);
  if (secret === undefined) {
    throw configurationError(503, "The webhook secret can't be decrypted.");
  }
  const { previousWebhookSecret: encrypted, previousSecretUntil: until } = row;
  const previous = encrypted === null ? undefined : decrypt(encryption, encrypted, context);
  return {
    secret,
    previous: previous === undefined || until === null ? undefined : { secret: previous, until },
  };
}

export function encryptConnection(
  encryption: Encryption,
  teamId: number,
  { baseUrl, partnerId, apiKey, webhookSecret }: LoyaltyConnection,
) {
  return {
    baseUrl: baseUrl ?? null,
    partnerId,
    apiKey: encryption.encrypt(apiKey, contextOf(teamId, 'api_key')),
    webhookSecret: encryption.encrypt(webhookSecret, contextOf(teamId, 'webhook_secret')),
    previousWebhookSecret: null,
    previousSecretUntil: null,
  };
}

/** Replaces the secret of a team's inbox, which accepts the last one until a moment; null for not at all. */
export async function rotateInboxSecret(
  db: Queries,
  encryption: Encryption,
  { teamId, secret, previousUntil }: { teamId: number; secret: string; previousUntil: Date | null },
): Promise<void> {
  await db
    .update(loyaltyConnections)
    .set({
      webhookSecret: encryption.encrypt(secret, contextOf(teamId, 'webhook_secret')),
      previousWebhookSecret:
        previousUntil === null ? null : sql`${loyaltyConnections.webhookSecret}`,
      previousSecretUntil: previousUntil,
    })
    .where(eq(loyaltyConnections.teamId, teamId));
}

async function findConnection(db: Queries, teamId: number) {
  const [row] = await db
    .select()
    .from(loyaltyConnections)
    .where(eq(loyaltyConnections.teamId, teamId));
  return row;
}

/** Undefined if the value was encrypted for another context or with an unknown key. */
function decrypt(encryption: Encryption, encrypted: string, context: string): string | undefined {
  try {
    return encryption.decrypt(encrypted, context);
  } catch {
    return undefined;
  }
}
