import { ADVOCACY_PATH } from '#services/advocacy/dependencies.ts';
import { openDeploymentKeyring } from '#services/compose/open-deployment-keyring.ts';
import { openStorage } from '#services/compose/open-storage.ts';
import { recordAudit } from '#services/platform/audit/record-audit.ts';
import { systemClock } from '#services/platform/clock.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { defaultPublicUrl, type Environment } from '#services/platform/environment.ts';
import { createLog } from '#services/platform/log.ts';
import { createMessages } from '#services/platform/messages/messages.ts';
import { adoptKeys } from '#services/platform/secrets/database-keys.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import type { AdminContext, AdminServices } from './admin-context.ts';

/**
 * The services of a deployment that commands use, opened when first needed.
 * @param errors where the log goes; stdout is only for results
 */
export function createServices(environment: Environment, errors: NodeJS.WritableStream) {
  const log = createLog(environment.logLevel, errors);
  const publicUrl = environment.publicUrl ?? defaultPublicUrl(environment);
  let storage: Storage | undefined;

  const open: AdminContext['open'] = async ({
    adoptsKeys = false,
  } = {}): Promise<AdminServices> => {
    storage ??= await openStorage(environment, log, { hasTimeLimit: false });
    if (adoptsKeys) {
      await adoptKeys(
        { db: storage.db, clock: systemClock, log },
        environment.dataDirectory,
        (tx) =>
          recordAudit(tx, {
            action: 'key.adopt',
            subject: { type: 'key', id: 'keys', name: 'Keys' },
          }),
      );
    }
    const keyring = await openDeploymentKeyring(environment, storage, log);
    const encryption = createEncryption(keyring);
    return {
      db: storage.db,
      clock: systemClock,
      keyring,
      encryption,
      messages: createMessages(systemClock, encryption),
      publicUrl,
      baseUrl: `${publicUrl}${ADVOCACY_PATH}`,
      loyaltyUrl: environment.loyaltyUrl,
      hasTeams: environment.advocacy === undefined,
      demo: environment.demo,
    };
  };
  return { open, close: async () => storage?.close() };
}
