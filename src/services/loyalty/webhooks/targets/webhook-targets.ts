import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { encryptedColumn } from '#services/platform/secrets/encrypted-column.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';

interface NewTarget {
  programId: number;
  url: string;
  /** The key of the signatures; the receiver has to know it too. */
  secret: string;
}

/** What a target's secret is encrypted for: it can't be moved to another program. */
export const webhookSecretContext = (programId: number) => `loyalty webhook of ${programId}`;

export const encryptedWebhookSecrets = encryptedColumn({
  table: webhookTargets,
  key: webhookTargets.id,
  value: webhookTargets.encryptedSecret,
  parts: { programId: webhookTargets.programId },
  contextOf: ({ programId }) => webhookSecretContext(programId),
});

/** A webhook target; its secret is not shown again. */
export interface WebhookTarget {
  id: number;
  url: string;
  createdAt: Date;
  /** Set: nothing is sent there. */
  disabledAt: Date | null;
}

/** What of a target is read. */
export const webhookTargetColumns = {
  id: webhookTargets.id,
  url: webhookTargets.url,
  createdAt: webhookTargets.createdAt,
  disabledAt: webhookTargets.disabledAt,
};

/** Sends a program's events to one more address from now on. */
export async function createWebhookTarget(
  db: Queries,
  encryption: Encryption,
  { programId, url, secret }: NewTarget,
): Promise<WebhookTarget> {
  const encryptedSecret = encryption.encrypt(secret, webhookSecretContext(programId));
  const [target] = await db
    .insert(webhookTargets)
    .values({ programId, url, encryptedSecret })
    .returning(webhookTargetColumns);
  return target as WebhookTarget;
}
