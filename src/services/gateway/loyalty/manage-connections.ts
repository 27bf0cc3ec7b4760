import { asc, eq } from 'drizzle-orm';
import { recordAudit, recordChanges } from '#services/platform/audit/record-audit.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { encryptConnection, type LoyaltyConnection } from './loyalty-connections.ts';
import { loyaltyConnections } from './loyalty-connections-table.ts';

/** @throws {OperatorError} if the team already has a loyalty program. */
export async function createLoyaltyConnection(
  tx: Queries,
  encryption: Encryption,
  teamId: number,
  connection: LoyaltyConnection,
): Promise<void> {
  const [created] = await tx
    .insert(loyaltyConnections)
    .values({ teamId, ...encryptConnection(encryption, teamId, connection) })
    .onConflictDoNothing()
    .returning();
  if (!created) {
    throw new OperatorError(`Team ${teamId} already has a loyalty program; disconnect it first`);
  }
  await recordChanges(tx, toEvent('connection.create', created), {}, stateOf(created));
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

export async function deleteLoyaltyConnection(tx: Queries, teamId: number): Promise<void> {
  const isOfTeam = eq(loyaltyConnections.teamId, teamId);
  const [deleted] = await tx.delete(loyaltyConnections).where(isOfTeam).returning();
  if (!deleted) return;
  await recordChanges(tx, toEvent('connection.delete', deleted), stateOf(deleted), {});
}

/** Records that the secrets of a connection were replaced. */
export function recordRotation(tx: Queries, connection: Subject): Promise<void> {
  return recordAudit(tx, toEvent('connection.rotate', connection));
}

interface Subject {
  teamId: number;
  partnerId: string;
}

function toEvent(action: `connection.${string}`, { teamId, partnerId }: Subject) {
  return {
    ...{ action, teamId, partnerId },
    subject: { type: 'connection', id: teamId, name: partnerId },
  };
}

/** What the audit log has of a connection. */
const stateOf = ({ partnerId, baseUrl }: { partnerId: string; baseUrl: string | null }) => ({
  partner_id: partnerId,
  base_url: baseUrl,
});
