import { eq } from 'drizzle-orm';
import type { Queries } from '../../platform/database/database.ts';
import type { Encryption } from '../../platform/secrets/encryption.ts';
import { loyaltyConnections } from './loyalty-connections-table.ts';

/** A team's loyalty program as the gateway calls it. */
export interface LoyaltyConnection {
  /** {loyalty_base_url}; undefined where the program is served by this deployment. */
  baseUrl: string | undefined;
  partnerId: string;
  apiKey: string;
  webhookSecret: string;
}

const context = (teamId: number, field: string) => `loyalty_connections:${teamId}:${field}`;

/** The loyalty program of a team, or undefined where it has none. */
export async function findLoyaltyConnection(
  db: Queries,
  encryption: Encryption,
  teamId: number,
): Promise<LoyaltyConnection | undefined> {
  const [row] = await db
    .select()
    .from(loyaltyConnections)
    .where(eq(loyaltyConnections.teamId, teamId));
  return (
    row && {
      baseUrl: row.baseUrl ?? undefined,
      partnerId: row.partnerId,
      apiKey: encryption.decrypt(row.apiKey, context(teamId, 'api_key')),
      webhookSecret: encryption.decrypt(row.webhookSecret, context(teamId, 'webhook_secret')),
    }
  );
}

/** Connects a team with its loyalty program, in place of the one that it had. */
export async function saveLoyaltyConnection(
  db: Queries,
  encryption: Encryption,
  teamId: number,
  { baseUrl, partnerId, apiKey, webhookSecret }: LoyaltyConnection,
): Promise<void> {
  const values = {
    baseUrl: baseUrl ?? null,
    partnerId,
    apiKey: encryption.encrypt(apiKey, context(teamId, 'api_key')),
    webhookSecret: encryption.encrypt(webhookSecret, context(teamId, 'webhook_secret')),
  };
  await db
    .insert(loyaltyConnections)
    .values({ teamId, ...values })
    .onConflictDoUpdate({ target: loyaltyConnections.teamId, set: values });
}
