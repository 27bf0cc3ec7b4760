import type { OutputOf } from '#contract/endpoint.ts';
import type {
  ManagedDelivery,
  ManagedDeliveryDetails,
  WebhookDays,
} from '#contract/program/deliveries.ts';
import type { ApiKey, PendingPoints, Program } from '#contract/program/program.ts';
import type { ManagedWebhook, testWebhook } from '#contract/program/webhooks.ts';
import type { TimePosition } from '#services/platform/json-api/time-cursor.ts';

/** The administration of the loyalty programs in this deployment, by their partner ids. */
export interface ProgramManagement {
  getProgram(partnerId: string): Promise<Program>;
  /** Newest first; `total` counts all. */
  listPendingPoints(
    partnerId: string,
    page: { before: TimePosition | undefined; limit: number },
  ): Promise<{ rows: PendingPoints[]; total: number }>;
  /** Without revoked keys; oldest first. */
  listApiKeys(partnerId: string): Promise<ApiKey[]>;
  findApiKey(partnerId: string, id: number): Promise<ApiKey | undefined>;
  /** `key` is the only copy. */
  createApiKey(partnerId: string, name: string): Promise<ApiKey & { key: string }>;
  revokeApiKey(partnerId: string, id: number): Promise<void>;
  webhooks: WebhookManagement;
}

interface WebhookManagement {
  list(partnerId: string): Promise<ManagedWebhook[]>;
  has(partnerId: string, id: number): Promise<boolean>;
  /** The webhook that fills a team's inbox, by its ID. */
  findInboxWebhook(partnerId: string, teamId: number): Promise<number | undefined>;
  /**
   * `secret` is the only copy; generated if it isn't given.
   * @throws {OperatorError} for a URL that events can't be sent to, or a short secret
   * @throws {ConflictError} for the address of an inbox, or if the program has as many as it may have
   */
  create(
    partnerId: string,
    webhook: { url: string; eventTypes: string[] | null; secret?: string | undefined },
  ): Promise<{ webhook: ManagedWebhook; secret: string }>;
  /** @throws {OperatorError} for a URL that events can't be sent to, or another URL than an inbox's */
  change(
    partnerId: string,
    id: number,
    change: {
      url?: string | undefined;
      eventTypes?: string[] | null | undefined;
      paused?: boolean | undefined;
      /** What happens to the events that it missed while paused; by default they are sent. */
      held?: 'send' | 'skip' | undefined;
    },
  ): Promise<ManagedWebhook>;
  /** @throws {OperatorError} for one that fills an inbox */
  delete(partnerId: string, id: number): Promise<void>;
  /**
   * The new secret takes the place of the last one in 24 hours, or now if it is replaced.
   * @param options.secret default: a generated one
   * @returns the only copy of the secret; null for an inbox, whose end is changed too
   */
  rotateSecret(
    partnerId: string,
    id: number,
    options: { secret?: string | undefined; isReplaced: boolean },
  ): Promise<{ webhook: ManagedWebhook; secret: string | null }>;
  /** @throws {ConflictError} if it has no new secret */
  switchSecret(partnerId: string, id: number): Promise<ManagedWebhook>;
  getDays(id: number): Promise<WebhookDays>;
  listDeliveries(
    id: number,
    page: {
      state: 'waiting' | 'delivered' | 'failed' | undefined;
      before: number | undefined;
      limit: number;
    },
  ): Promise<{ rows: ManagedDelivery[]; total: number }>;
  findDelivery(id: number, delivery: number): Promise<ManagedDeliveryDetails | undefined>;
  /**
   * @returns how many events are sent again; null for more than 10,000
   * @throws {OperatorError} for a moment more than 30 days ago
   * @throws {ConflictError} if it is paused
   */
  resend(partnerId: string, id: number, since: Date): Promise<number | null>;
  /** @returns how many are sent again */
  retry(
    partnerId: string,
    id: number,
    deliveries: { delivery: number } | { failedSince: Date },
  ): Promise<number>;
  /** Also resumes a webhook that was paused because of failures, if the receiver responds with 200. */
  test(
    partnerId: string,
    id: number,
    eventType?: string,
  ): Promise<NonNullable<OutputOf<(typeof testWebhook)['response']>>['data']>;
}
