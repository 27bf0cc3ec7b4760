import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { Encryption } from '../platform/secrets/encryption.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { IdTokens } from './oauth/id-token.ts';

/** What the advocacy service's parts are made with. */
export interface AdvocacyDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  keyring: Keyring;
  encryption: Encryption;
  idTokens: IdTokens;
  /** The address that people and callbacks use, without a trailing slash. */
  publicUrl: string;
  /** {base_url} of the contract: under the public address, without a trailing slash. */
  baseUrl: string;
}
