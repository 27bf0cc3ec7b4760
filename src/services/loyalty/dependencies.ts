import type { Clock } from '#services/platform/clock.ts';
import type { Database } from '#services/platform/database/database.ts';
import type { Log } from '#services/platform/log.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import type { Keyring } from '#services/platform/secrets/keyring.ts';

/** What the loyalty service's parts are made with. */
export interface LoyaltyDependencies {
  db: Database;
  clock: Clock;
  log: Log;
  /** Webhook secrets are stored encrypted. */
  encryption: Encryption;
  /** The members' cursors are signed with a key that is derived from it. */
  keyring: Pick<Keyring, 'encryption'>;
}

/** What sending webhooks needs beyond that. */
export interface WebhookDependencies extends LoyaltyDependencies {
  /** The wait after a failed attempt, in seconds (LOYALTY_WEBHOOK_RETRY_SECONDS). */
  retrySeconds: number;
  /** Attempts in all (LOYALTY_WEBHOOK_MAX_ATTEMPTS). */
  maxAttempts: number;
  /** Whether private and loopback addresses may be sent to: in demo mode only. */
  allowPrivateAddresses: boolean;
  /** This deployment's own origin, which may be at a private address: its inboxes are there. */
  ownOrigin: string;
  /** How long attempts under way may take to end when the process does; 5 seconds unless said. */
  stopGraceMs?: number;
}
