import { CAMPAIGN_ENTERED } from '#contract/loyalty/webhooks.ts';
import { teamOfInbox } from '#services/gateway/gateway-addresses.ts';
import { rotateInboxSecret } from '#services/gateway/loyalty/loyalty-connections.ts';
import type { ProgramManagement } from '#services/gateway/program-management.ts';
import type { WebhookDependencies } from '#services/loyalty/dependencies.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';
import { createWebhookPoster } from '#services/loyalty/webhooks/post-webhook.ts';
import {
  addWebhook,
  changeWebhook,
  record,
  removeWebhook,
  resumeAfterTest,
  retryDeliveries,
  rotateSecret,
} from '#services/loyalty/webhooks/targets/change-webhooks.ts';
import {
  listDeliveryDocuments,
  listWebhookDocuments,
} from '#services/loyalty/webhooks/targets/webhook-documents.ts';
import { testWebhook } from '#services/loyalty/webhooks/test-webhook.ts';
import { one } from '#services/platform/database/one.ts';

export type WebhookManagementDependencies = Pick<
  WebhookDependencies,
  'db' | 'clock' | 'encryption' | 'allowPrivateAddresses' | 'ownOrigin' | 'allowedNetworks'
>;

/** Lets the gateway manage webhooks, and keeps the secrets of its inboxes the same. */
export function createWebhookManagement(
  dependencies: WebhookManagementDependencies,
): ProgramManagement['webhooks'] {
  const { db, clock, encryption, ownOrigin, allowedNetworks } = dependencies;
  const addressOf = (url = '') => ({
    allowPrivateAddress:
      dependencies.allowPrivateAddresses ||
      (URL.canParse(url) && new URL(url).origin === ownOrigin),
    allowedNetworks,
  });
  const list = (programId: number, id?: number) =>
    listWebhookDocuments(db, programId, clock.now(), id);
  return {
    list: async (partnerId) => list((await getProgram(db, partnerId)).id),
    find: async (partnerId, id) => (await list((await getProgram(db, partnerId)).id, id))[0],
    async create(partnerId, { url, eventTypes }) {
      const program = await getProgram(db, partnerId);
      const target = { url, eventTypes, ...addressOf(url) };
      const { id, secret } = await addWebhook(db, encryption, program, target);
      return { webhook: one(await list(program.id, id)), secret };
    },
    async change(partnerId, id, change) {
      const program = await getProgram(db, partnerId);
      const now = clock.now();
      await changeWebhook(db, program, id, { ...change, now, address: addressOf(change.url) });
      return one(await list(program.id, id));
    },
    async delete(partnerId, id) {
      await removeWebhook(db, await getProgram(db, partnerId), id);
    },
    async rotateSecret(partnerId, id) {
      const program = await getProgram(db, partnerId);
      const secret = await db.transaction(async (tx) => {
        const rotated = await rotateSecret(tx, encryption, program, { id, now: clock.now() });
        const teamId = teamOfInbox(rotated.url);
        if (teamId !== undefined) await rotateInboxSecret(tx, encryption, { teamId, ...rotated });
        return rotated.secret;
      });
      return { webhook: one(await list(program.id, id)), secret };
    },
    listDeliveries: (id, page) => listDeliveryDocuments(db, id, page),
    async retry(partnerId, id, deliveries) {
      const program = await getProgram(db, partnerId);
      return retryDeliveries(db, program, { id, now: clock.now(), ...deliveries });
    },
    async test(partnerId, id) {
      const program = await getProgram(db, partnerId);
      const poster = createWebhookPoster(dependencies);
      try {
        const webhook = { programId: program.id, id, eventType: CAMPAIGN_ENTERED };
        const result = await testWebhook({ db, encryption, clock, poster }, webhook);
        const { url, status, error = null, ms, response = null } = result;
        await record(db, program, { id, url }, 'test', { status });
        if (status === 200) await resumeAfterTest(db, program, id);
        return { ok: status === 200, status, error, duration_ms: ms, response };
      } finally {
        await poster.close();
      }
    },
  };
}
