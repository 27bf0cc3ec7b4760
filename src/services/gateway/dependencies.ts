import type { FastifyRequest } from 'fastify';
import type { Endpoint } from '#contract/endpoint.ts';
import type { ConsoleConfig } from '#contract/gateway/config.ts';
import type { Erasure, Mentions, PersonalData } from '#contract/gateway/personal-data.ts';
import type { EffectiveRole } from '#contract/roles/allows.ts';
import type { Clock } from '#services/platform/clock.ts';
import type { Database, Storage } from '#services/platform/database/database.ts';
import type { Log } from '#services/platform/log.ts';
import type { Encryption } from '#services/platform/secrets/encryption.ts';
import type { GatewayLimits } from './limits.ts';
import type { ProgramManagement } from './program-management.ts';

export interface GatewayUser {
  id: string;
  /** The user's name; their email address where an external service has no names. */
  name: string;
}

/** A user and the team that a request is about. */
export interface TeamUser {
  teamId: number;
  user: GatewayUser;
  role: EffectiveRole;
}

/** An operation of the table of roles, such as an endpoint. */
export interface AuthorizedOperation {
  id: string;
  firstParty?: boolean;
}

/** Data about members, kept by all services. */
export interface PersonalDataService {
  /**
   * Undefined if nothing is kept. Reading is recorded.
   * @param most entries of each section; without it, all are read
   */
  read(teamId: number, memberId: string, most?: number): Promise<PersonalData | undefined>;
  /** Begins to erase a member; undefined if nothing is kept. */
  erase(teamId: number, memberId: string): Promise<Erasure | undefined>;
  findErasure(teamId: number, receipt: string): Promise<Erasure | undefined>;
  /** Undefined if the team isn't connected to a program. */
  listMentions(teamId: number, memberId: string): Promise<Mentions | undefined>;
  /** Empties a text; undefined if there is none of ours. */
  removeMention(teamId: number, memberId: string, mention: string): Promise<true | undefined>;
}

/** Runs an operation of our own loyalty service in this process, for the current context. */
export type CallOwnLoyalty = (
  endpoint: Endpoint,
  request: {
    apiKey: string;
    partnerId: string;
    params: Record<string, string>;
    query: Record<string, string>;
    body: unknown;
  },
) => Promise<{ status: number; document: unknown }>;

export interface GatewayDependencies {
  db: Database;
  databaseKind: Storage['kind'];
  /** Notifications from the same storage, for the event stream and the inbox worker. */
  listen: Storage['listen'];
  clock: Clock;
  log: Log;
  encryption: Encryption;
  /**
   * Authorizes the caller, a user of the advocacy service, for an operation on the team in the path (`team_id`).
   * @throws {JsonApiError} 401, 403, 404
   */
  authorizeTeamMember: (
    request: FastifyRequest,
    operation: AuthorizedOperation,
  ) => Promise<TeamUser>;
  /**
   * The same for the audit log, which export tokens of the team can read, too; undefined where there are none, with an
   * external advocacy service.
   */
  authorizeLogReader?:
    | ((
        request: FastifyRequest,
        operation: AuthorizedOperation,
      ) => Promise<Pick<TeamUser, 'teamId'>>)
    | undefined;
  /** The role that a user has now, undefined if none; jobs outlive the access token that began them. */
  findRole: (teamId: number, userId: string) => Promise<EffectiveRole | undefined>;
  /** Whether roles are known here: an external advocacy service has none. */
  knowsRoles: boolean;
  /** Data about members; undefined if nobody could be asked to administer it. */
  personalData?: PersonalDataService | undefined;
  /** Whether the request has an id_token of its caller; undefined if id_tokens can't be verified here. */
  hasIdToken?: ((request: FastifyRequest) => Promise<boolean>) | undefined;
  /** Administers the programs of our own loyalty service; undefined if it is another one. */
  programs?: ProgramManagement | undefined;
  /** The response of `/config.json`. */
  consoleConfig: ConsoleConfig;
  /** The address that users use, without a trailing slash. */
  publicUrl: string;
  /** Directory of the built console. */
  consoleDirectory: string;
  /** {loyalty_base_url} of programs without their own URL. */
  loyaltyBaseUrl: string;
  /** How often the member directory looks for changes; 0 switches it off. */
  directoryPollSeconds: number;
  /** Whether `loyaltyBaseUrl` is this deployment's own loyalty service. */
  servesLoyalty: boolean;
  /** Calls that service without HTTP; undefined if it is in another process. */
  callOwnLoyalty?: CallOwnLoyalty | undefined;
  limits: GatewayLimits;
}
