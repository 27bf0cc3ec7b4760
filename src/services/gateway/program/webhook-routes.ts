import type { FastifyInstance } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import {
  createWebhook,
  deleteWebhook,
  listWebhooks,
  type ManagedWebhook,
  rotateWebhookSecret,
  switchWebhookSecret,
  testWebhook,
  updateWebhook,
} from '#contract/program/webhooks.ts';
import type { ProgramManagement } from '#services/gateway/program-management.ts';
import { registerJsonOperation } from '#services/platform/json-api/json-operation.ts';
import {
  type AdministratorDependencies,
  createAuthorization,
  mapOperatorErrors,
  type ProgramAdministrator,
} from './authorize-program.ts';
import { createFindWebhook, deliveryRoutes } from './delivery-routes.ts';

/** The program's webhooks. */
export function webhookRoutes(
  app: FastifyInstance,
  dependencies: AdministratorDependencies & { programs: ProgramManagement },
): void {
  const { webhooks } = dependencies.programs;

  const findInbox = ({ partnerId, teamId }: ProgramAdministrator) =>
    webhooks.findInboxWebhook(partnerId, teamId);
  const toDocument = async (webhook: ManagedWebhook, administrator: ProgramAdministrator) => ({
    ...webhook,
    to_inbox: Number(webhook.id) === (await findInbox(administrator)),
  });
  const authorize = (endpoint: Endpoint) => createAuthorization(dependencies, endpoint);
  const find = createFindWebhook(dependencies.programs);

  deliveryRoutes(app, dependencies);

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
    async handle({
      authorized,
      found,
      body: { url, event_types: eventTypes, paused, held: missed },
    }) {
      const change = { url, eventTypes, paused, held: missed };
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
    async handle({ authorized, found, body }) {
      const options = { isReplaced: body?.replace ?? false };
      const rotated = await webhooks.rotateSecret(authorized.partnerId, found.id, options);
      const { webhook, secret } = rotated;
      return {
        data: { ...(await toDocument(webhook, authorized)), secret },
      };
    },
  });

  registerJsonOperation(app, switchWebhookSecret, {
    authorize: authorize(switchWebhookSecret),
    find,
    async handle({ authorized, found }) {
      const webhook = await mapOperatorErrors(() =>
        webhooks.switchSecret(authorized.partnerId, found.id),
      );
      return { data: await toDocument(webhook, authorized) };
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
