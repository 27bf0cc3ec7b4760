import type { Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import type { Log } from '#services/platform/log.ts';
import type { Messages } from '#services/platform/messages/messages.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import type { Keyring } from '#services/platform/secrets/keyring.ts';
import type { AccountTypes } from './accounts/account-types.ts';
import type { SecondFactors } from './oauth/sign-in/second-factors.ts';
import type { IdTokens } from './oauth/tokens/id-token.ts';

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
