import type { Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import type { Log } from '#services/platform/log.ts';
import type { Messages } from '#services/platform/messages/messages.ts';
import type { OidcSettings } from '#services/platform/oidc/oidc-settings.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import type { Keyring } from '#services/platform/secrets/keyring.ts';

/** The path of {base_url} under the public address. */
export const ADVOCACY_PATH = '/api/advocacy';

/** Dependencies of every part of the advocacy service; parts that need more extend it. */
export interface ServiceDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  keyring: Keyring;
  encryption: Encryption;
  messages: Messages;
  /** The provider that people sign in with, besides passwords. */
  oidc?: OidcSettings | undefined;
  /** The public address of the deployment, without a trailing slash. */
  publicUrl: string;
  /** {base_url} of the contract: below the public address, without a trailing slash. */
  baseUrl: string;
}
