import type { Clock } from '#services/platform/clock.ts';
import type { Storage } from '#services/platform/database/database.ts';
import type { Environment } from '#services/platform/environment.ts';
import type { Worker } from '#services/platform/jobs/worker.ts';
import type { Log } from '#services/platform/log.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import type { Keyring } from '#services/platform/secrets/keyring.ts';

/** Dependencies that all services of a process share. */
export interface SharedDependencies {
  environment: Environment;
  storage: Storage;
  clock: Clock;
  log: Log;
  keyring: Keyring;
  encryption: Encryption;
  /** The address that users and callbacks use, without a trailing slash. */
  publicUrl: string;
  /** The address where this process can reach itself, without a trailing slash. */
  ownUrl: string;
}

/** Starts the background workers of a service; called when the server is listening. */
export type StartWorkers = () => Promise<Pick<Worker, 'stop'>[]>;
