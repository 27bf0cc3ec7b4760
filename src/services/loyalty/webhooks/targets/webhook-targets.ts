import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { encryptedColumn } from '#services/platform/secrets/encrypted-column.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';

interface NewTarget {
  programId: number;
  url: string;
  /** Signing key, shared with the receiver. */
  secret: string;
}

/** Encryption context of a target's secret; ties it to the program. */
export const webhookSecretContext = (programId: number) => `loyalty webhook of ${programId}`;

export const encryptedWebhookSecrets = encryptedColumn({
  table: webhookTargets,
  key: webhookTargets.id,
  value: webhookTargets.encryptedSecret,
  parts: { programId: webhookTargets.programId },
  contextOf: ({ programId }) => webhookSecretContext(programId),
});

export const encryptedPreviousWebhookSecrets = encryptedColumn({
  table: webhookTargets,
  key: webhookTargets.id,
  value: webhookTargets.previousEncryptedSecret,
  parts: { programId: webhookTargets.programId },
  contextOf: ({ programId }) => webhookSecretContext(programId),
});

export const encryptedNextWebhookSecrets = encryptedColumn({
  table: webhookTargets,
  key: webhookTargets.id,
  value: webhookTargets.nextEncryptedSecret,
  parts: { programId: webhookTargets.programId },
  contextOf: ({ programId }) => webhookSecretContext(programId),
});

/** Without the secret, which is never shown again. */
export interface WebhookTarget {
  id: number;
  url: string;
  createdAt: Date;
  /** Set while the webhook is paused. */
  disabledAt: Date | null;
}

export const webhookTargetColumns = {
  id: webhookTargets.id,
  url: webhookTargets.url,
  createdAt: webhookTargets.createdAt,
  disabledAt: webhookTargets.disabledAt,
};

export async function createWebhookTarget(
  db: Queries,
  encryption: Encryption,
  { programId, url, secret }: NewTarget,
): Promise<WebhookTarget> {
  const encryptedSecret = encryption.encrypt(secret, webhookSecretContext(programId));
  const rows = await db
    .insert(webhookTargets)
    .values({ programId, url, encryptedSecret })
    .returning(webhookTargetColumns);
  return one(rows);
}
