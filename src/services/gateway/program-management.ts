import type { OutputOf } from '#contract/endpoint.ts';
import type { ApiKey, Program } from '#contract/program/program.ts';
import type { ManagedDelivery, ManagedWebhook, testWebhook } from '#contract/program/webhooks.ts';

/** The administration of the loyalty programs in this deployment, by their partner ids. */
export interface ProgramManagement {
  getProgram(partnerId: string): Promise<Program>;
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
  find(partnerId: string, id: number): Promise<ManagedWebhook | undefined>;
  /**
   * `secret` is the only copy.
   * @throws {OperatorError} for a URL that events can't be sent to
   */
  create(
    partnerId: string,
    webhook: { url: string; eventTypes: string[] | null },
  ): Promise<{ webhook: ManagedWebhook; secret: string }>;
  /** @throws {OperatorError} for a URL that events can't be sent to */
  change(
    partnerId: string,
    id: number,
    change: {
      url?: string | undefined;
      eventTypes?: string[] | null | undefined;
      paused?: boolean | undefined;
    },
  ): Promise<ManagedWebhook>;
  delete(partnerId: string, id: number): Promise<void>;
  /** Also replaces the secret of an inbox that it sends to. */
  rotateSecret(partnerId: string, id: number): Promise<{ webhook: ManagedWebhook; secret: string }>;
  listDeliveries(
    id: number,
    page: { before: number | undefined; limit: number },
  ): Promise<{ rows: ManagedDelivery[]; total: number }>;
  /** @returns how many are sent again */
  retry(
    partnerId: string,
    id: number,
    deliveries: { delivery: number } | { failedSince: Date },
  ): Promise<number>;
  test(
    partnerId: string,
    id: number,
  ): Promise<NonNullable<OutputOf<(typeof testWebhook)['response']>>['data']>;
}
