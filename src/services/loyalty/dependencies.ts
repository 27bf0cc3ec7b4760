import type { Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import type { Log } from '#services/platform/log.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import type { Keyring } from '#services/platform/secrets/keyring.ts';

/** A request of this process, which needs no HTTP. */
interface OwnRequest {
  apiKey: string;
  partnerId: string;
  params: Record<string, string>;
  query: Record<string, string>;
  body: unknown;
}

/** The operations of the API by the id of their endpoint. They throw the errors that they respond with. */
export type LoyaltyOperations = Map<string, (request: OwnRequest) => Promise<unknown>>;

export interface LoyaltyDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  /** For webhook secrets. */
  encryption: Encryption;
  /** The keys that sign members' cursors are derived from it. */
  keyring: Pick<Keyring, 'encryption'>;
  /** Filled with the operations that are registered. */
  operations?: LoyaltyOperations;
}

export interface WebhookDependencies extends LoyaltyDependencies {
  /** Wait after a failed attempt (LOYALTY_WEBHOOK_RETRY_SECONDS). */
  retrySeconds: number;
  /** Includes the first attempt (LOYALTY_WEBHOOK_MAX_ATTEMPTS). */
  maxAttempts: number;
  /** Allows private and loopback addresses; only in demo mode. */
  allowPrivateAddresses: boolean;
  /** This deployment's own origin, allowed even at a private address, because it serves inboxes. */
  ownOrigin: string;
  /** Private addresses and networks that webhooks may be sent to (LOYALTY_WEBHOOK_ALLOWED_NETWORKS). */
  allowedNetworks?: readonly string[];
  /** How long running attempts may take to finish at shutdown; default 5 seconds. */
  stopGraceMs?: number;
}
