import type { Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import type { Messages } from '#services/platform/messages/messages.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import type { Keyring } from '#services/platform/secrets/keyring.ts';

/** What work on authentication factors needs. */
export interface FactorDependencies {
  db: Database;
  clock: Clock;
  keyring: Pick<Keyring, 'codes'>;
  encryption: Encryption;
  messages: Messages;
}
