import type { Clock } from '../platform/clock.ts';
import type { Storage } from '../platform/database/database.ts';
import type { Environment } from '../platform/environment.ts';
import type { Worker } from '../platform/jobs/worker.ts';
import type { Log } from '../platform/log.ts';
import type { Encryption } from '../platform/secrets/encryption.ts';
import type { Keyring } from '../platform/secrets/keyring.ts';

/** What the parts of one process share. */
export interface Foundations {
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
