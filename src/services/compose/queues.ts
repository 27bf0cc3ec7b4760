import { eq, isNotNull } from 'drizzle-orm';
import { domains } from '#services/advocacy/domains/domains-table.ts';
import { inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import { deliveries } from '#services/loyalty/webhooks/deliveries-table.ts';
import type { Database } from '#services/platform/database/database.ts';
import { messages } from '#services/platform/messages/messages-table.ts';
import type { Queue } from '#services/platform/metrics/metrics.ts';
import { tableQueue } from '#services/platform/metrics/table-queue.ts';

/** The background work of all services, in the database that their processes share. */
export function deploymentQueues(db: Database): Queue[] {
  return [
    tableQueue('messages', db, {
      table: messages,
      waiting: isNotNull(messages.nextAttemptAt),
      createdAt: messages.createdAt,
    }),
    tableQueue('webhooks', db, {
      table: deliveries,
      waiting: eq(deliveries.state, 'waiting'),
      createdAt: deliveries.createdAt,
    }),
    tableQueue('certificates', db, {
      table: domains,
      waiting: eq(domains.status, 'pending'),
      createdAt: domains.createdAt,
    }),
    tableQueue('inbox', db, {
      table: inboxEvents,
      waiting: eq(inboxEvents.state, 'pending'),
      createdAt: inboxEvents.receivedAt,
    }),
  ];
}
