import { CAMPAIGN_ENTERED } from '#contract/loyalty/webhooks.ts';
import { rotateInboxSecret } from '#services/gateway/loyalty/loyalty-connections.ts';
import type { ProgramManagement } from '#services/gateway/program-management.ts';
import type { WebhookDependencies } from '#services/loyalty/dependencies.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';
import type { Program } from '#services/loyalty/programs/programs-table.ts';
import {
  findDeliveryDocument,
  listDeliveryDocuments,
} from '#services/loyalty/webhooks/sending/delivery-documents.ts';
import { createWebhookPoster } from '#services/loyalty/webhooks/sending/post-webhook.ts';
import {
  addWebhook,
  changeWebhook,
  removeWebhook,
  resumeAfterTest,
  retryDeliveries,
} from '#services/loyalty/webhooks/targets/change-webhooks.ts';
import { record } from '#services/loyalty/webhooks/targets/lock-target.ts';
import { findWebhook, getWebhook } from '#services/loyalty/webhooks/targets/manage-webhooks.ts';
import { resendSince } from '#services/loyalty/webhooks/targets/missed-events.ts';
import {
  getWebhookDays,
  listWebhookDocuments,
} from '#services/loyalty/webhooks/targets/webhook-documents.ts';
import { rotateSecret, switchSecret } from '#services/loyalty/webhooks/targets/webhook-secrets.ts';
import { testWebhook } from '#services/loyalty/webhooks/test-webhook.ts';
import { one } from '#services/platform/database/one.ts';
import { OperatorError } from '#services/platform/operator-error.ts';
import { findInboxTeam, listInboxWebhooks, rejectInboxUrl } from './inbox-webhooks.ts';

export type WebhookManagementDependencies = Pick<
  WebhookDependencies,
  'db' | 'clock' | 'encryption' | 'allowPrivateAddresses' | 'ownOrigin' | 'allowedNetworks'
>;

/** Manages webhooks for the gateway and the admin command, and keeps the secrets of inboxes the same. */
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
  const list = (programId: number) => listWebhookDocuments(db, programId, clock.now());
  const get = async (programId: number, id: number) =>
    one((await list(programId)).filter((webhook) => webhook.id === String(id)));
  /** @throws {OperatorError} if the webhook fills the inbox of a team, which its connection manages */
  async function rejectInbox(program: Program, id: number, newUrl?: string) {
    const { url } = await getWebhook(db, program.id, id);
    if (url === newUrl || (await findInboxTeam(db, program, id)) === undefined) return;
    throw new OperatorError(
      "This webhook fills the team's inbox. Pause it instead; it is removed with `connections delete`",
    );
  }
  return {
    list: async (partnerId) => list((await getProgram(db, partnerId)).id),
    async has(partnerId, id) {
      const program = await getProgram(db, partnerId);
      return (await findWebhook(db, program.id, id)) !== undefined;
    },
    async findInboxWebhook(partnerId, teamId) {
      return (await listInboxWebhooks(db, await getProgram(db, partnerId))).get(teamId);
    },
    async create(partnerId, { url, ...webhook }) {
      const program = await getProgram(db, partnerId);
      await rejectInboxUrl(db, program, { url, ownOrigin });
      const target = { url, ...webhook, ...addressOf(url) };
      const { id, secret } = await addWebhook(db, encryption, program, target);
      return { webhook: await get(program.id, id), secret };
    },
    async change(partnerId, id, change) {
      const program = await getProgram(db, partnerId);
      const now = clock.now();
      if (change.url !== undefined) {
        const { url } = await getWebhook(db, program.id, id);
        await rejectInbox(program, id, change.url);
        if (change.url !== url) await rejectInboxUrl(db, program, { url: change.url, ownOrigin });
      }
      await changeWebhook(db, program, id, { ...change, now, address: addressOf(change.url) });
      return get(program.id, id);
    },
    async delete(partnerId, id) {
      const program = await getProgram(db, partnerId);
      await rejectInbox(program, id);
      await removeWebhook(db, program, id);
    },
    async rotateSecret(partnerId, id, { secret: given, isReplaced }) {
      const program = await getProgram(db, partnerId);
      const secret = await db.transaction(async (tx) => {
        const teamId = await findInboxTeam(tx, program, id);
        // Both ends of an inbox change together.
        const change = isReplaced ? 'replace' : teamId === undefined ? 'later' : 'now';
        const options = { id, now: clock.now(), change, secret: given } as const;
        const rotated = await rotateSecret(tx, encryption, program, options);
        if (teamId === undefined) return rotated.secret;
        const previousUntil = isReplaced ? null : rotated.previousUntil;
        await rotateInboxSecret(tx, encryption, { teamId, ...rotated, previousUntil });
        return null;
      });
      return { webhook: await get(program.id, id), secret };
    },
    async switchSecret(partnerId, id) {
      const program = await getProgram(db, partnerId);
      await switchSecret(db, program, id, clock.now());
      return get(program.id, id);
    },
    getDays: (id) => getWebhookDays(db, id, clock.now()),
    listDeliveries: (id, page) => listDeliveryDocuments(db, id, page),
    findDelivery: (id, delivery) => findDeliveryDocument(db, id, delivery),
    async resend(partnerId, id, since) {
      const program = await getProgram(db, partnerId);
      return resendSince(db, program, id, { since, now: clock.now() });
    },
    async retry(partnerId, id, deliveries) {
      const program = await getProgram(db, partnerId);
      return retryDeliveries(db, program, { id, now: clock.now(), ...deliveries });
    },
    async test(partnerId, id, eventType = CAMPAIGN_ENTERED) {
      const program = await getProgram(db, partnerId);
      const poster = createWebhookPoster(dependencies);
      try {
        const webhook = { programId: program.id, id, eventType };
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
