import { and, eq, sql } from 'drizzle-orm';
import type { Queries } from '#services/platform/database/database.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { eraseInbox } from './inbox/erase-inbox.ts';
import { encryptConnection, type LoyaltyConnection } from './loyalty/loyalty-connections.ts';
import { loyaltyConnections } from './loyalty/loyalty-connections-table.ts';

/**
 * Connects a team to a loyalty program; replaces an existing connection. That of another program takes
 * with it everything that was stored about the program.
 */
export async function saveLoyaltyConnection(
  db: Queries,
  encryption: Encryption,
  teamId: number,
  connection: LoyaltyConnection,
): Promise<void> {
  const values = encryptConnection(encryption, teamId, connection);
  const { baseUrl, partnerId } = values;
  const isOther = sql`(${loyaltyConnections.baseUrl}, ${loyaltyConnections.partnerId})
    is distinct from (${baseUrl}::text, ${partnerId}::text)`;
  await db.transaction(async (tx) => {
    const replaced = await tx
      .delete(loyaltyConnections)
      .where(and(eq(loyaltyConnections.teamId, teamId), isOther))
      .returning();
    if (replaced.length > 0) await eraseInbox(tx, teamId);
    await tx
      .insert(loyaltyConnections)
      .values({ teamId, ...values })
      .onConflictDoUpdate({ target: loyaltyConnections.teamId, set: values });
  });
}
