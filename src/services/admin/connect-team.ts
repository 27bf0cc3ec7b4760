import { inboxUrl, teamOfInbox } from '#services/gateway/gateway-addresses.ts';
import { saveLoyaltyConnection } from '#services/gateway/loyalty/loyalty-connections.ts';
import {
  createLoyaltyConnection,
  deleteLoyaltyConnection,
} from '#services/gateway/loyalty/manage-connections.ts';
import { createApiKey, revokeApiKeysNamed } from '#services/loyalty/programs/api-keys.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  updateWebhookSecret,
} from '#services/loyalty/webhooks/targets/manage-webhooks.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { generateSecret } from '#services/platform/secrets/generate-secret.ts';
import type { AdminServices } from './admin-context.ts';

const keyName = (teamId: number) => `gateway of team ${teamId}`;

/**
 * Connects a team with a program of this deployment: a key for the gateway, and the program's events
 * into the team's inbox, signed with a secret that both ends know and nobody else.
 * @throws {OperatorError} when the team has a program already.
 */
export async function connectTeam(
  { db, encryption, publicUrl }: Pick<AdminServices, 'db' | 'encryption' | 'publicUrl'>,
  teamId: number,
  program: Program,
): Promise<void> {
  const webhookSecret = generateSecret('webhook_secret');
  await db.transaction(async (tx) => {
    const { key: apiKey } = await createApiKey(tx, program.id, keyName(teamId));
    await createLoyaltyConnection(tx, encryption, teamId, {
      baseUrl: undefined,
      partnerId: program.partnerId,
      apiKey,
      webhookSecret,
    });
    await createWebhook(tx, encryption, {
      programId: program.id,
      url: inboxUrl(publicUrl, teamId),
      secret: webhookSecret,
      allowPrivateAddress: true,
    });
  });
}

/**
 * Replaces the key and the secret of a team's connection with a program of this deployment, at both
 * ends at once. A delivery that is under way at this moment is refused, and comes again.
 */
export async function rotateConnection(
  { db, encryption, clock }: Pick<AdminServices, 'db' | 'encryption' | 'clock'>,
  teamId: number,
  program: Program,
): Promise<void> {
  const webhookSecret = generateSecret('webhook_secret');
  await db.transaction(async (tx) => {
    await revokeApiKeysNamed(tx, program.id, keyName(teamId), clock.now());
    const { key: apiKey } = await createApiKey(tx, program.id, keyName(teamId));
    await saveLoyaltyConnection(tx, encryption, teamId, {
      baseUrl: undefined,
      partnerId: program.partnerId,
      apiKey,
      webhookSecret,
    });
    for (const { id } of await webhooksToInbox(tx, program, teamId)) {
      await updateWebhookSecret(tx, encryption, program.id, { id, secret: webhookSecret });
    }
  });
}

/** Takes a team's program of this deployment away, with the gateway's key and the webhook. */
export async function disconnectTeam(
  { db, clock }: Pick<AdminServices, 'db' | 'clock'>,
  teamId: number,
  program: Program | undefined,
): Promise<void> {
  await db.transaction(async (tx) => {
    await deleteLoyaltyConnection(tx, teamId);
    if (!program) return;
    await revokeApiKeysNamed(tx, program.id, keyName(teamId), clock.now());
    for (const { id } of await webhooksToInbox(tx, program, teamId)) {
      await deleteWebhook(tx, program.id, id);
    }
  });
}

async function webhooksToInbox(tx: Queries, { id }: Program, teamId: number) {
  return (await listWebhooks(tx, id)).filter(({ url }) => teamOfInbox(url) === teamId);
}
