import type { Clock } from '#services/platform/clock.ts';
import type { Storage } from '#services/platform/database/database.ts';
import type { Environment } from '#services/platform/environment.ts';
import type { Worker } from '#services/platform/jobs/worker.ts';
import type { Log } from '#services/platform/log.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import type { Keyring } from '#services/platform/secrets/keyring.ts';

/** What the parts of one process share. */
export interface SharedDependencies {
  environment: Environment;
  storage: Storage;
  clock: Clock;
  log: Log;
  keyring: Keyring;
  encryption: Encryption;
  /** The address that people and callbacks use, without a trailing slash. */
  publicUrl: string;
  /** Where this process can call itself, without a trailing slash. */
  ownUrl: string;
}

/** Background work of a part, started when the server listens. */
export type StartWorkers = () => Promise<Pick<Worker, 'stop'>[]>;
