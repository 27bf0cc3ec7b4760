import { and, eq, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhookDeliveries,
  listWebhooks,
  type ManagedWebhook,
  retryWebhookDeliveries,
  retryWebhookDelivery,
  rotateWebhookSecret,
  testWebhook,
  updateWebhook,
} from '#contract/program/webhooks.ts';
import { inboxDeliveries } from '#services/gateway/inbox/inbox-deliveries-table.ts';
import type { ProgramManagement } from '#services/gateway/program-management.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { notFound } from '#services/platform/json-api/errors.ts';
import { registerJsonOperation } from '#services/platform/json-api/json-operation.ts';
import { parseNumberCursor, toPage } from '#services/platform/json-api/page.ts';
import {
  type AdministratorDependencies,
  createAuthorization,
  mapOperatorErrors,
  type ProgramAdministrator,
} from './authorize-program.ts';

/** The program's webhooks and their deliveries. */
export function webhookRoutes(
  app: FastifyInstance,
  dependencies: AdministratorDependencies & { programs: ProgramManagement },
): void {
  const { db } = dependencies;
  const { webhooks } = dependencies.programs;

  const findInbox = ({ partnerId, teamId }: ProgramAdministrator) =>
    webhooks.findInboxWebhook(partnerId, teamId);
  const toDocument = async (webhook: ManagedWebhook, administrator: ProgramAdministrator) => ({
    ...webhook,
    to_inbox: Number(webhook.id) === (await findInbox(administrator)),
  });
  const authorize = (endpoint: Endpoint) => createAuthorization(dependencies, endpoint);
  const find = async ({
    authorized,
    params,
  }: {
    authorized: ProgramAdministrator;
    params: { webhook_id: string };
  }) => {
    const id = Number(params.webhook_id);
    if (!(await webhooks.has(authorized.partnerId, id))) throw notFound();
    return { id };
  };

  registerJsonOperation(app, listWebhooks, {
    authorize: authorize(listWebhooks),
    async handle({ authorized }) {
      const all = await webhooks.list(authorized.partnerId);
      const inboxId = await findInbox(authorized);
      return {
        data: all.map((webhook) => ({ ...webhook, to_inbox: Number(webhook.id) === inboxId })),
      };
    },
  });

  registerJsonOperation(app, createWebhook, {
    authorize: authorize(createWebhook),
    async handle({ authorized, body: { url, event_types: eventTypes } }) {
      const { webhook, secret } = await mapOperatorErrors(() =>
        webhooks.create(authorized.partnerId, { url, eventTypes }),
      );
      return { data: { ...(await toDocument(webhook, authorized)), secret } };
    },
  });

  registerJsonOperation(app, updateWebhook, {
    authorize: authorize(updateWebhook),
    find,
    async handle({ authorized, found, body: { url, event_types: eventTypes, paused } }) {
      const change = { url, eventTypes, paused };
      const webhook = await mapOperatorErrors(() =>
        webhooks.change(authorized.partnerId, found.id, change),
      );
      return { data: await toDocument(webhook, authorized) };
    },
  });

  registerJsonOperation(app, deleteWebhook, {
    authorize: authorize(deleteWebhook),
    find,
    async handle({ authorized, found }) {
      await mapOperatorErrors(() => webhooks.delete(authorized.partnerId, found.id));
      return undefined;
    },
  });

  registerJsonOperation(app, rotateWebhookSecret, {
    authorize: authorize(rotateWebhookSecret),
    find,
    async handle({ authorized, found }) {
      const { webhook, secret } = await webhooks.rotateSecret(authorized.partnerId, found.id);
      return {
        data: { ...(await toDocument(webhook, authorized)), secret },
      };
    },
  });

  registerJsonOperation(app, listWebhookDeliveries, {
    authorize: authorize(listWebhookDeliveries),
    find,
    async handle({ authorized, found, query: { start_cursor: cursor, count } }) {
      const before = parseNumberCursor(cursor);
      const page = await webhooks.listDeliveries(found.id, { before, limit: count + 1 });
      const inInbox =
        found.id === (await findInbox(authorized))
          ? await findInboxRequests(
              db,
              authorized.teamId,
              page.rows.map((delivery) => delivery.request_id),
            )
          : new Map<string, number>();
      return toPage({
        ...page,
        count,
        cursorOf: ({ id }) => id,
        toDocument: (delivery) => ({
          ...delivery,
          inbox_request_id: inInbox.get(delivery.request_id)?.toString() ?? null,
        }),
      });
    },
  });

  registerJsonOperation(app, retryWebhookDelivery, {
    authorize: authorize(retryWebhookDelivery),
    find,
    async handle({ authorized, found, params }) {
      const delivery = Number(params.delivery_id);
      const retried = await webhooks.retry(authorized.partnerId, found.id, { delivery });
      if (retried === 0) throw notFound();
      return { data: { retried } };
    },
  });

  registerJsonOperation(app, retryWebhookDeliveries, {
    authorize: authorize(retryWebhookDeliveries),
    find,
    async handle({ authorized, found, body }) {
      const failedSince = new Date(body.since);
      const id = found.id;
      return { data: { retried: await webhooks.retry(authorized.partnerId, id, { failedSince }) } };
    },
  });

  registerJsonOperation(app, testWebhook, {
    authorize: authorize(testWebhook),
    find,
    handle: async ({ authorized, found }) => ({
      data: await webhooks.test(authorized.partnerId, found.id),
    }),
  });
}

/** The newest request in the team's inbox by its `request_id`. */
async function findInboxRequests(
  db: Queries,
  teamId: number,
  requestIds: string[],
): Promise<Map<string, number>> {
  const rows = await db
    .select({ id: inboxDeliveries.id, requestId: inboxDeliveries.requestId })
    .from(inboxDeliveries)
    .where(and(eq(inboxDeliveries.teamId, teamId), inArray(inboxDeliveries.requestId, requestIds)))
    .orderBy(inboxDeliveries.id);
  return new Map(rows.map(({ id, requestId }) => [requestId ?? '', id]));
}
