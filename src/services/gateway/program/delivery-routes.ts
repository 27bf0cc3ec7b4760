import { and, eq, inArray } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  getWebhookDays,
  getWebhookDelivery,
  listWebhookDeliveries,
  resendWebhookEvents,
  retryWebhookDeliveries,
  retryWebhookDelivery,
} from '#contract/program/deliveries.ts';
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

interface WebhookPath {
  authorized: ProgramAdministrator;
  params: { webhook_id: string };
}

/** Finds the webhook of a path, or responds with 404. */
export function createFindWebhook({ webhooks }: ProgramManagement) {
  return async ({ authorized, params }: WebhookPath): Promise<{ id: number }> => {
    const id = Number(params.webhook_id);
    if (!(await webhooks.has(authorized.partnerId, id))) throw notFound();
    return { id };
  };
}

/** What was sent to a webhook, and sending it again. */
export function deliveryRoutes(
  app: FastifyInstance,
  dependencies: AdministratorDependencies & { programs: ProgramManagement },
): void {
  const { db, programs } = dependencies;
  const { webhooks } = programs;
  const authorize = (endpoint: Endpoint) => createAuthorization(dependencies, endpoint);
  const find = createFindWebhook(programs);

  /** The requests in the team's inbox by their `request_id`, if the webhook fills it. */
  const findInInbox = async (
    { partnerId, teamId }: ProgramAdministrator,
    webhookId: number,
    requestIds: string[],
  ): Promise<Map<string, number>> =>
    webhookId === (await webhooks.findInboxWebhook(partnerId, teamId))
      ? findInboxRequests(db, teamId, requestIds)
      : new Map();

  registerJsonOperation(app, getWebhookDays, {
    authorize: authorize(getWebhookDays),
    find,
    handle: async ({ found }) => ({ data: await webhooks.getDays(found.id) }),
  });

  registerJsonOperation(app, listWebhookDeliveries, {
    authorize: authorize(listWebhookDeliveries),
    find,
    async handle({ authorized, found, query: { start_cursor: cursor, count, state } }) {
      const before = parseNumberCursor(cursor);
      const page = await webhooks.listDeliveries(found.id, { state, before, limit: count + 1 });
      const requestIds = page.rows.map((delivery) => delivery.request_id);
      const inInbox = await findInInbox(authorized, found.id, requestIds);
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

  registerJsonOperation(app, getWebhookDelivery, {
    authorize: authorize(getWebhookDelivery),
    async find({ authorized, params }) {
      const { id } = await find({ authorized, params });
      const delivery = await webhooks.findDelivery(id, Number(params.delivery_id));
      if (!delivery) throw notFound();
      return { id, delivery };
    },
    async handle({ authorized, found: { id, delivery } }) {
      const inInbox = await findInInbox(authorized, id, [delivery.request_id]);
      const requestId = inInbox.get(delivery.request_id);
      return { data: { ...delivery, inbox_request_id: requestId?.toString() ?? null } };
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
    async handle({ authorized, found: { id }, body }) {
      const failedSince = new Date(body.since);
      return { data: { retried: await webhooks.retry(authorized.partnerId, id, { failedSince }) } };
    },
  });

  registerJsonOperation(app, resendWebhookEvents, {
    authorize: authorize(resendWebhookEvents),
    find,
    async handle({ authorized, found, body }) {
      const events = await mapOperatorErrors(() =>
        webhooks.resend(authorized.partnerId, found.id, new Date(body.since)),
      );
      return { data: { events } };
    },
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
