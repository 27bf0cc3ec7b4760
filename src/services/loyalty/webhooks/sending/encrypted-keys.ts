import { eq, sql } from 'drizzle-orm';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import type { Queries } from '#services/platform/database/database.ts';

/** What signs the requests to a webhook. */
export interface EncryptedKeys {
  /** In force. */
  encryptedSecret: string;
  /** While one secret replaces another: the new one, or for a day after the switch the last one. */
  otherEncryptedSecret: string | null;
}

/** Columns of `webhookTargets`. */
export const keyColumns = (now: Date) => ({
  encryptedSecret: webhookTargets.encryptedSecret,
  otherEncryptedSecret: sql<string | null>`coalesce(
    ${webhookTargets.nextEncryptedSecret},
    case when ${webhookTargets.previousSecretUntil} > ${now.toISOString()}
      then ${webhookTargets.previousEncryptedSecret} end
  )`,
});

/** Undefined if the webhook was deleted. */
export async function findKeys(
  db: Queries,
  targetId: number,
  now: Date,
): Promise<EncryptedKeys | undefined> {
  const [keys] = await db
    .select(keyColumns(now))
    .from(webhookTargets)
    .where(eq(webhookTargets.id, targetId));
  return keys;
}
