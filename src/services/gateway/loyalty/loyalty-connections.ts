import { eq } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { Queries } from '#services/platform/database/database.ts';
import { encryptedColumn } from '#services/platform/secrets/encrypted-column.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { configurationError } from './configuration-error.ts';
import { loyaltyConnections } from './loyalty-connections-table.ts';

/** A team's loyalty program. */
export interface LoyaltyConnection {
  /** {loyalty_base_url}; undefined where the program is served by this deployment. */
  baseUrl: string | undefined;
  partnerId: string;
  apiKey: string;
  /** The key of the signatures of incoming webhooks. */
  webhookSecret: string;
}

const context = (teamId: number, field: string) => `loyalty_connections:${teamId}:${field}`;

const encryptedField = (value: PgColumn, field: string) =>
  encryptedColumn({
    table: loyaltyConnections,
    key: loyaltyConnections.teamId,
    value,
    parts: { teamId: loyaltyConnections.teamId },
    contextOf: ({ teamId }) => context(teamId, field),
  });

export const encryptedLoyaltyKeys = encryptedField(loyaltyConnections.apiKey, 'api_key');
export const encryptedInboxSecrets = encryptedField(
  loyaltyConnections.webhookSecret,
  'webhook_secret',
);

/**
 * How to call the loyalty program of a team, or undefined where it has none.
 * @throws {JsonApiError} 502 when the stored key can't be read
 */
export async function findLoyaltyKeys(
  db: Queries,
  encryption: Encryption,
  teamId: number,
): Promise<Omit<LoyaltyConnection, 'webhookSecret'> | undefined> {
  const row = await findConnection(db, teamId);
  if (!row) return undefined;
  const apiKey = decrypt(encryption, row.apiKey, context(teamId, 'api_key'));
  if (apiKey === undefined) {
    throw configurationError(502, 'The key of the loyalty program can not be read.');
  }
  return { baseUrl: row.baseUrl ?? undefined, partnerId: row.partnerId, apiKey };
}

/**
 * The secret that signs the webhooks to a team, or undefined where it has no loyalty program.
 * @throws {JsonApiError} 503 when the stored secret can't be read; the sender tries again
 */
export async function findWebhookSecret(
  db: Queries,
  encryption: Encryption,
  teamId: number,
): Promise<string | undefined> {
  const row = await findConnection(db, teamId);
  if (!row) return undefined;
  const secret = decrypt(encryption, row.webhookSecret, context(teamId, 'webhook_secret'));
  if (secret === undefined) {
    throw configurationError(503, 'The secret of the webhooks can not be read.');
  }
  return secret;
}

/** Connects a team with its loyalty program, in place of the one that it had. */
export async function saveLoyaltyConnection(
  db: Queries,
  encryption: Encryption,
  teamId: number,
  connection: LoyaltyConnection,
): Promise<void> {
  const values = encryptConnection(encryption, teamId, connection);
  await db
    .insert(loyaltyConnections)
    .values({ teamId, ...values })
    .onConflictDoUpdate({ target: loyaltyConnections.teamId, set: values });
}

/** A connection as it is stored. */
export function encryptConnection(
  encryption: Encryption,
  teamId: number,
  { baseUrl, partnerId, apiKey, webhookSecret }: LoyaltyConnection,
) {
  return {
    baseUrl: baseUrl ?? null,
    partnerId,
    apiKey: encryption.encrypt(apiKey, context(teamId, 'api_key')),
    webhookSecret: encryption.encrypt(webhookSecret, context(teamId, 'webhook_secret')),
  };
}

async function findConnection(db: Queries, teamId: number) {
  const [row] = await db
    .select()
    .from(loyaltyConnections)
    .where(eq(loyaltyConnections.teamId, teamId));
  return row;
}

/** Undefined where the value was encrypted for another place or with a key that is not here. */
function decrypt(encryption: Encryption, sealed: string, place: string): string | undefined {
  try {
    return encryption.decrypt(sealed, place);
  } catch {
    return undefined;
  }
}
