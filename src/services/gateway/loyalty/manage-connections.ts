import { asc, eq } from 'drizzle-orm';
import type { Queries } from '#services/platform/database/database.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { encryptConnection, type LoyaltyConnection } from './loyalty-connections.ts';
import { loyaltyConnections } from './loyalty-connections-table.ts';

/** @throws {OperatorError} if the team already has a loyalty program. */
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
    throw new OperatorError(`Team ${teamId} already has a loyalty program; disconnect it first`);
  }
}

/** All connections, without their secrets. */
export function listLoyaltyConnections(
  db: Queries,
): Promise<{ teamId: number; partnerId: string; baseUrl: string | null }[]> {
  const { teamId, partnerId, baseUrl } = loyaltyConnections;
  return db
    .select({ teamId, partnerId, baseUrl })
    .from(loyaltyConnections)
    .orderBy(asc(loyaltyConnections.teamId));
}

export async function deleteLoyaltyConnection(db: Queries, teamId: number): Promise<void> {
  await db.delete(loyaltyConnections).where(eq(loyaltyConnections.teamId, teamId));
}
