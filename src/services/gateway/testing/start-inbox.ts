import type { InboxDelivery, InboxEvent } from '#contract/gateway/inbox.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { inboxDeliveries } from '#services/gateway/inbox/inbox-deliveries-table.ts';
import { inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import { inboxMemberFacts } from '#services/gateway/inbox/process/member-facts-table.ts';
import { inboxReplays } from '#services/gateway/inbox/replay/inbox-replays-table.ts';
import { saveLoyaltyConnection } from '#services/gateway/save-loyalty-connection.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { type SignOptions, signWebhook, WEBHOOK_SECRET } from './sign-webhook.ts';
import { startGateway, type TestGateway } from './start-gateway.ts';

interface List<Item> {
  data: Item[];
  total: number;
  next_cursor: string | null;
  more: boolean;
}

export interface TestInbox extends TestGateway {
  /** Delivers a body to a team's inbox, signed correctly by default. */
  deliver(
    body: string | Uint8Array,
    options?: SignOptions & { teamId?: number },
  ): Promise<Response>;
  listRequests(query?: string): Promise<List<InboxDelivery>>;
  listEvents(query?: string): Promise<List<InboxEvent>>;
  /** The requests of a list, each loaded by its id, and so with its whole body. */
  readRequests(query?: string): Promise<InboxDelivery[]>;
  /** Deletes everything in the inbox. */
  clear(): Promise<void>;
}

/** A gateway whose teams 1 and 2 receive webhooks. */
export async function startInbox(
  storage: Storage,
  changes: Partial<GatewayDependencies> = {},
): Promise<TestInbox> {
  const gateway = await startGateway(storage, changes);
  const { db, encryption } = gateway.dependencies;
  for (const teamId of [1, 2]) {
    await saveLoyaltyConnection(db, encryption, teamId, {
      baseUrl: undefined,
      partnerId: `partner-${teamId}`,
      apiKey: 'key',
      webhookSecret: teamId === 1 ? WEBHOOK_SECRET : 'the secret of team 2',
    });
  }
  gateway.users.set('two', { teamIds: [2], scopes: ['webhooks:read'], canWrite: true });
  const listRequests = async (query = '') =>
    (await gateway.call(`/teams/1/webhook-requests${query}`)).json() as Promise<
      List<InboxDelivery>
    >;
  return {
    ...gateway,
    deliver: (body, { teamId = 1, ...options } = {}) =>
      fetch(`${gateway.url}/gateway/teams/${teamId}/webhooks/loyalty`, {
        method: 'POST',
        body,
        headers: signWebhook(body, gateway.clock.now(), options),
      }),
    listRequests,
    readRequests: async (query) =>
      Promise.all(
        (await listRequests(query)).data.map(async ({ id }) => {
          const response = await gateway.call(`/teams/1/webhook-requests/${id}`);
          return ((await response.json()) as { data: InboxDelivery }).data;
        }),
      ),
    listEvents: async (query = '') =>
      (await gateway.call(`/teams/1/webhook-events${query}`)).json() as never,
    clear: async () => {
      for (const table of [inboxEvents, inboxDeliveries, inboxMemberFacts, inboxReplays]) {
        await db.delete(table);
      }
    },
  };
}
