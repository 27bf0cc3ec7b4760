import type { Clock } from '../platform/clock.ts';
import type { Database } from '../platform/database/database.ts';
import type { Log } from '../platform/log.ts';
import type { Messages } from '../platform/messages/messages.ts';
import type { Encryption } from '../platform/secrets/encryption.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';
import type { AccountTypes } from './accounts/account-types.ts';
import type { SecondFactors } from './authentication-factors/second-factors.ts';
import type { IdTokens } from './oauth/id-token.ts';

/** What the advocacy service's parts are made with. */
export interface AdvocacyDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  keyring: Keyring;
  encryption: Encryption;
  idTokens: IdTokens;
  messages: Messages;
  secondFactors: SecondFactors;
  /** What accounts this deployment can connect. */
  accountTypes: AccountTypes;
  /** Whether this is a demo: reserved host names pass, and a certificate takes a moment to see. */
  demo: boolean;
  /** The address that people and callbacks use, without a trailing slash. */
  publicUrl: string;
  /** {base_url} of the contract: under the public address, without a trailing slash. */
  baseUrl: string;
}
