import { and, eq, isNull } from 'drizzle-orm';
import { teamOfInbox } from '#services/gateway/gateway-addresses.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { ConflictError } from '#services/platform/operator-error.ts';

interface ProgramKey {
  id: number;
  partnerId: string;
}

/** The IDs of the webhooks that fill inboxes of this deployment, by the teams that see the program. */
export async function listInboxWebhooks(
  db: Queries,
  { id: programId, partnerId }: ProgramKey,
): Promise<Map<number, number>> {
  const { teamId, webhookId, baseUrl } = loyaltyConnections;
  const connections = await db
    .select({ teamId, webhookId })
    .from(loyaltyConnections)
    .where(and(eq(loyaltyConnections.partnerId, partnerId), isNull(baseUrl)))
    .orderBy(teamId);
  const { id, url } = webhookTargets;
  const targets = await db
    .select({ id, url })
    .from(webhookTargets)
    .where(eq(webhookTargets.programId, programId))
    .orderBy(id);
  return new Map(
    connections.flatMap((connection) => {
      // A process before 0.3.0, or the demo, connected the team: the first webhook with this address.
      const webhook = targets.find((target) =>
        connection.webhookId === null
          ? teamOfInbox(target.url) === connection.teamId
          : target.id === connection.webhookId,
      );
      return webhook === undefined ? [] : [[connection.teamId, webhook.id] as const];
    }),
  );
}

/** The team whose inbox the webhook fills; undefined if it fills none. */
export async function findInboxTeam(
  db: Queries,
  program: ProgramKey,
  webhookId: number,
): Promise<number | undefined> {
  const inboxes = await listInboxWebhooks(db, program);
  return [...inboxes].find(([, id]) => id === webhookId)?.[0];
}

/**
 * Rejects the address of an inbox that gets the program's events already, by its own webhook.
 * @param ownOrigin of this deployment: at another one, the same path is no inbox of ours
 * @throws {ConflictError}
 */
export async function rejectInboxUrl(
  db: Queries,
  program: ProgramKey,
  { url, ownOrigin }: { url: string; ownOrigin: string },
): Promise<void> {
  if (!URL.canParse(url)) return;
  const teamId = teamOfInbox(url);
  const webhookId = (await listInboxWebhooks(db, program)).get(teamId ?? 0);
  if (webhookId === undefined) return;
  const [webhook] = await db
    .select({ url: webhookTargets.url })
    .from(webhookTargets)
    .where(eq(webhookTargets.id, webhookId));
  const { origin } = new URL(url);
  const origins = [ownOrigin, ...(webhook ? [webhook.url] : [])].filter((each) =>
    URL.canParse(each),
  );
  if (origins.some((own) => new URL(own).origin === origin)) {
    throw new ConflictError(
      "This is the address of the team's inbox, which gets the program's events already",
    );
  }
}
