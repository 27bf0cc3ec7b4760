import type { FastifyRequest } from 'fastify';
import type { ConsoleConfig } from '#contract/gateway/config.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Database, Storage } from '#services/platform/database/database.ts';
import type { Log } from '#services/platform/log.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import type { GatewayLimits } from './limits.ts';

/** What the gateway's parts are made with. */
export interface GatewayDependencies {
  db: Database;
  /** Of the same storage: tells the event stream and the inbox's worker what came in. */
  listen: Storage['listen'];
  clock: Clock;
  log: Log;
  encryption: Encryption;
  /**
   * Admits a person of the advocacy service to the team in the path (`team_id`).
   * @throws {JsonApiError} 401, 403, 404
   */
  authorizeTeamMember: (request: FastifyRequest, scope: string) => Promise<{ teamId: number }>;
  /** What `/config.json` answers. */
  consoleConfig: ConsoleConfig;
  /** The directory of the built console. */
  consoleDirectory: string;
  /** {loyalty_base_url} of programs that have none of their own. */
  loyaltyBaseUrl: string;
  limits: GatewayLimits;
}
