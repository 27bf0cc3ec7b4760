import type { Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import type { Environment } from '#services/platform/environment.ts';
import type { Messages } from '#services/platform/messages/messages.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import type { Keyring } from '#services/platform/secrets/keyring.ts';
import type { Report } from './report.ts';
import type { Terminal } from './terminal.ts';

export interface AdminServices {
  db: Database;
  clock: Clock;
  keyring: Keyring;
  encryption: Encryption;
  messages: Messages;
  /** The public address of the deployment, without a trailing slash. */
  publicUrl: string;
  /** {base_url} of this deployment's advocacy service. */
  baseUrl: string;
  /** {loyalty_base_url} of teams without their own; undefined for this deployment's service. */
  loyaltyUrl: string | undefined;
  /** False if the teams belong to an external advocacy service. */
  hasTeams: boolean;
  /** In the demo, webhooks may be sent to private addresses. */
  demo: boolean;
}

export interface AdminContext {
  terminal: Terminal;
  environment: Environment;
  /** Relative file names are resolved against it. */
  workingDirectory: string;
  /**
   * Opens and migrates the database, and its keys. Not called for help and usage errors.
   * @param options.adoptsKeys makes the keys in the data directory the database's
   * @throws {DataDirectoryError} if the keys are another database's
   */
  open(options?: { adoptsKeys?: boolean }): Promise<AdminServices>;
}

export interface CommandContext extends Omit<AdminContext, 'open'> {
  report: Report;
  /** Opens without a transaction: for commands that change nothing, commands of keys, and reads before a question. */
  read: AdminContext['open'];
  /**
   * Runs functions that change something, and record it, in one transaction. Ask questions before: a server may end
   * a transaction that is idle while someone types. Print after it, when it is committed.
   * @param work runs again after a conflict
   */
  change<Result>(work: (services: AdminServices) => Promise<Result>): Promise<Result>;
}
