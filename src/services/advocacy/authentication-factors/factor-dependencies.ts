import type { Clock } from '../../platform/clock.ts';
import type { Database } from '../../platform/database/database.ts';
import type { Messages } from '../../platform/messages/messages.ts';
import type { Encryption } from '../../platform/secrets/encryption.ts';
import type { Keyring } from '../../platform/secrets/keyring.ts';

/** What work on authentication factors needs. */
export interface FactorDependencies {
  db: Database;
  clock: Clock;
  keyring: Pick<Keyring, 'codes'>;
  encryption: Encryption;
  messages: Messages;
}
