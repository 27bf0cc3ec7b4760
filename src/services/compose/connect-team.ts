import { eq } from 'drizzle-orm';
import { inboxUrl } from '#services/gateway/gateway-addresses.ts';
import { eraseInbox } from '#services/gateway/inbox/erase-inbox.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import {
  createLoyaltyConnection,
  deleteLoyaltyConnection,
  recordRotation,
} from '#services/gateway/loyalty/manage-connections.ts';
import { saveLoyaltyConnection } from '#services/gateway/save-loyalty-connection.ts';
import {
  gatewayKeyName,
  insertApiKey,
  revokeApiKeysNamed,
} from '#services/loyalty/programs/api-keys.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import {
  createWebhook,
  deleteWebhook,
  updateWebhookSecret,
} from '#services/loyalty/webhooks/targets/manage-webhooks.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import { generateSecret } from '#services/platform/secrets/generate-secret.ts';
import { listInboxWebhooks } from './programs/inbox-webhooks.ts';

/**
 * Connects a team to a program of this deployment: creates the gateway's API key and a webhook from
 * the program to the team's inbox. Nobody sees the key or the webhook secret.
 * @throws {OperatorError} if the team already has a program.
 */
export async function connectTeam(
  { db, encryption, publicUrl }: { db: Queries; encryption: Encryption; publicUrl: string },
  teamId: number,
  program: Program,
): Promise<void> {
  const webhookSecret = generateSecret('webhook_secret');
  await db.transaction(async (tx) => {
    const { key: apiKey } = await insertApiKey(tx, program.id, gatewayKeyName(teamId));
    await createLoyaltyConnection(tx, encryption, teamId, {
      baseUrl: undefined,
      partnerId: program.partnerId,
      apiKey,
      webhookSecret,
    });
    const webhook = await createWebhook(tx, encryption, {
      programId: program.id,
      url: inboxUrl(publicUrl, teamId),
      secret: webhookSecret,
      allowPrivateAddress: true,
    });
    await tx
      .update(loyaltyConnections)
      .set({ webhookId: webhook.id })
      .where(eq(loyaltyConnections.teamId, teamId));
  });
}

/**
 * Replaces the API key and the webhook secret of a team's connection to a program of this deployment,
 * at both ends in one transaction. A delivery in flight is rejected and sent again.
 */
export async function rotateConnection(
  { db, encryption, clock }: { db: Queries; encryption: Encryption; clock: Clock },
  teamId: number,
  program: Program,
): Promise<void> {
  const webhookSecret = generateSecret('webhook_secret');
  await db.transaction(async (tx) => {
    await revokeApiKeysNamed(tx, program.id, gatewayKeyName(teamId), clock.now());
    const { key: apiKey } = await insertApiKey(tx, program.id, gatewayKeyName(teamId));
    await saveLoyaltyConnection(tx, encryption, teamId, {
      baseUrl: undefined,
      partnerId: program.partnerId,
      apiKey,
      webhookSecret,
    });
    await recordRotation(tx, { teamId, partnerId: program.partnerId });
    const id = (await listInboxWebhooks(tx, program)).get(teamId);
    if (id === undefined) return;
    await updateWebhookSecret(tx, encryption, program.id, { id, secret: webhookSecret });
  });
}

/**
 * Disconnects a team from its program.
 * @param program if it is one of this deployment: the gateway's key and the webhook are removed too.
 */
export async function disconnectTeam(
  { db, clock }: { db: Queries; clock: Clock },
  teamId: number,
  program: Program | undefined,
): Promise<void> {
  await db.transaction(async (tx) => {
    const webhookId = program && (await listInboxWebhooks(tx, program)).get(teamId);
    await deleteLoyaltyConnection(tx, teamId);
    await eraseInbox(tx, teamId);
    if (!program) return;
    await revokeApiKeysNamed(tx, program.id, gatewayKeyName(teamId), clock.now());
    if (webhookId !== undefined) await deleteWebhook(tx, program.id, webhookId);
  });
}
