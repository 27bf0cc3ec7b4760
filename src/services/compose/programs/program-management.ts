import type { ProgramManagement } from '#services/gateway/program-management.ts';
import { listPendingPoints } from '#services/loyalty/points/list-pending-points.ts';
import {
  createApiKey,
  findApiKey,
  listApiKeys,
  revokeApiKey,
} from '#services/loyalty/programs/api-keys.ts';
import { getProgram } from '#services/loyalty/programs/manage-programs.ts';
import {
  getProgramDocument,
  toApiKeyDocument,
} from '#services/loyalty/programs/program-document.ts';
import {
  createWebhookManagement,
  type WebhookManagementDependencies,
} from './webhook-management.ts';

/** Lets the gateway manage the programs of this deployment with the functions of the admin commands. */
export function createProgramManagement(
  dependencies: WebhookManagementDependencies,
): ProgramManagement {
  const { db, clock } = dependencies;
  return {
    webhooks: createWebhookManagement(dependencies),
    getProgram: async (partnerId) => getProgramDocument(db, await getProgram(db, partnerId)),
    async listPendingPoints(partnerId, page) {
      const { id } = await getProgram(db, partnerId);
      return listPendingPoints(db, id, page);
    },
    async listApiKeys(partnerId) {
      const { id } = await getProgram(db, partnerId);
      const keys = await listApiKeys(db, id);
      return keys.filter(({ revokedAt }) => revokedAt === null).map(toApiKeyDocument);
    },
    async findApiKey(partnerId, keyId) {
      const { id } = await getProgram(db, partnerId);
      const key = await findApiKey(db, id, keyId);
      return key && toApiKeyDocument(key);
    },
    async createApiKey(partnerId, name) {
      const { key, ...created } = await createApiKey(db, await getProgram(db, partnerId), name);
      return { ...toApiKeyDocument(created), key };
    },
    async revokeApiKey(partnerId, keyId) {
      await revokeApiKey(db, await getProgram(db, partnerId), keyId, clock.now());
    },
  };
}
