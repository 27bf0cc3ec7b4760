import { eq, inArray, isNotNull, lte, or } from 'drizzle-orm';
import { domains } from '#services/advocacy/domains/domains-table.ts';
import { directoryStates } from '#services/gateway/directory/directory-states-table.ts';
import { updateDueAt } from '#services/gateway/directory/directory-worker.ts';
import { inboxEvents } from '#services/gateway/inbox/inbox-events-table.ts';
import { gatewayJobs } from '#services/gateway/jobs/jobs-table.ts';
import { deliveries } from '#services/loyalty/webhooks/deliveries-table.ts';
import { systemClock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import type { Environment } from '#services/platform/environment.ts';
import { messages } from '#services/platform/messages/messages-table.ts';
import type { Queue } from '#services/platform/metrics/metrics.ts';
import { tableQueue } from '#services/platform/metrics/table-queue.ts';

/** The background work of all services, in the database that their processes share. */
export function deploymentQueues(
  db: Database,
  { directoryPollSeconds }: Pick<Environment, 'directoryPollSeconds'>,
  clock = systemClock,
): Queue[] {
  const queues = [
    tableQueue('messages', db, {
      table: messages,
      waiting: () => isNotNull(messages.nextAttemptAt),
      since: () => messages.createdAt,
    }),
    tableQueue('webhooks', db, {
      table: deliveries,
      waiting: () => eq(deliveries.state, 'waiting'),
      since: () => deliveries.createdAt,
    }),
    tableQueue('certificates', db, {
      table: domains,
      waiting: () => eq(domains.status, 'pending'),
      since: () => domains.createdAt,
    }),
    tableQueue('inbox', db, {
      table: inboxEvents,
      waiting: () => eq(inboxEvents.state, 'pending'),
      since: () => inboxEvents.receivedAt,
    }),
    tableQueue('jobs', db, {
      table: gatewayJobs,
      waiting: () => inArray(gatewayJobs.state, ['checking', 'queued', 'running']),
      since: () => gatewayJobs.createdAt,
    }),
  ];
  if (directoryPollSeconds === 0) return queues;
  // The teams whose directory is due, or can't be updated.
  const directory = tableQueue('directory', db, {
    table: directoryStates,
    waiting: () =>
      or(lte(directoryStates.nextAttemptAt, clock.now()), isNotNull(directoryStates.lastError)),
    since: () => updateDueAt(directoryPollSeconds, clock.now()),
  });
  return [...queues, directory];
}
