import { asc, eq } from 'drizzle-orm';
import type { Queries } from '#services/platform/database/database.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { encryptConnection, type LoyaltyConnection } from './loyalty-connections.ts';
import { loyaltyConnections } from './loyalty-connections-table.ts';

/**
 * Connects a team that has no loyalty program.
 * @throws {OperatorError} when it has one.
 */
export async function createLoyaltyConnection(
  db: Queries,
  encryption: Encryption,
  teamId: number,
  connection: LoyaltyConnection,
): Promise<void> {
  const created = await db
    .insert(loyaltyConnections)
    .values({ teamId, ...encryptConnection(encryption, teamId, connection) })
    .onConflictDoNothing()
    .returning({ teamId: loyaltyConnections.teamId });
  if (created.length === 0) {
    throw new OperatorError(`Team ${teamId} has a loyalty program already; disconnect it first`);
  }
}

/** Which team has which loyalty program, without the secrets. */
export function listLoyaltyConnections(
  db: Queries,
): Promise<{ teamId: number; partnerId: string; baseUrl: string | null }[]> {
  const { teamId, partnerId, baseUrl } = loyaltyConnections;
  return db
    .select({ teamId, partnerId, baseUrl })
    .from(loyaltyConnections)
    .orderBy(asc(loyaltyConnections.teamId));
}

/** Takes a team's loyalty program away: from now on the gateway knows none for it. */
export async function deleteLoyaltyConnection(db: Queries, teamId: number): Promise<void> {
  await db.delete(loyaltyConnections).where(eq(loyaltyConnections.teamId, teamId));
}
