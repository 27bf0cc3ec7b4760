import type { WebhookDependencies } from '#services/loyalty/dependencies.ts';
import { systemClock } from '#services/platform/clock.ts';
import type { Storage } from '#services/platform/database/database.ts';
import { createEncryption } from '#services/platform/secrets/encryption.ts';
import { openKeyring } from '#services/platform/secrets/open-keyring.ts';
import { silentLog } from '#services/platform/testing/silent-log.ts';

/**
 * The dependencies of a webhook worker as in a deployment, except that receivers may be on this machine.
 *
 * @param directory the directory of the keys, which all workers share
 */
export async function webhookDependencies(
  { db }: Storage,
  directory: string,
): Promise<WebhookDependencies> {
  const keyring = await openKeyring(directory);
  return {
    db,
    clock: systemClock,
    log: silentLog,
    keyring,
    encryption: createEncryption(keyring),
    retrySeconds: 300,
    maxAttempts: 5,
    allowPrivateAddresses: true,
    ownOrigin: 'http://127.0.0.1',
  };
}
