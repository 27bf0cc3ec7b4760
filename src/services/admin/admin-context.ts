import type { Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import type { Messages } from '#services/platform/messages/messages.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import type { Keyring } from '#services/platform/secrets/keyring.ts';
import type { Report } from './report.ts';
import type { Terminal } from './terminal.ts';

/** What the commands work on. */
export interface AdminServices {
  db: Database;
  clock: Clock;
  keyring: Keyring;
  encryption: Encryption;
  messages: Messages;
  /** The address that people and callbacks use, without a trailing slash. */
  publicUrl: string;
  /** {loyalty_base_url} of teams that name none of their own; undefined: this deployment's own. */
  loyaltyUrl: string | undefined;
  /** Whether the teams are this deployment's, rather than those of an advocacy service elsewhere. */
  hasTeams: boolean;
  /** Whether this is a demo, where private addresses may be sent to. */
  demo: boolean;
}

/** Where the commands run. */
export interface AdminContext {
  terminal: Terminal;
  /** Where the keys are. */
  dataDirectory: string;
  /** What relative paths of files are relative to. */
  workingDirectory: string;
  /** Opens the database, migrated; help and mistakes need none. */
  open(): Promise<AdminServices>;
}

/** What each noun's commands are made with. */
export interface Admin extends AdminContext {
  report: Report;
}
