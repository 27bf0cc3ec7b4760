import * as z from 'zod/mini';
import type { Endpoint, OutputOf } from '#contract/endpoint.ts';
import { type LoyaltyError, loyaltyErrorSchema } from '#contract/loyalty/errors.ts';
import { API_KEY_HEADER, PARTNER_ID_HEADER } from '#contract/loyalty/parameters.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { forwardedHeaders } from '#services/platform/audit/forwarded-caller.ts';
import { recordForeignChange } from './foreign-service.ts';
import { findLoyaltyKeys } from './loyalty-connections.ts';
import { sendToLoyalty } from './loyalty-upstream.ts';
import { upstreamUrl } from './upstream-url.ts';

interface LoyaltyCall {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
}

/** Calls a team's loyalty program for background work. */
export interface LoyaltyClient {
  /**
   * @throws {LoyaltyCallError} for an error response, or one that isn't the contract's
   * @throws {JsonApiError} 502, 504 like `sendToLoyalty`
   */
  call<E extends Endpoint>(endpoint: E, call?: LoyaltyCall): Promise<OutputOf<E['response']>>;
}

/** An error response of the loyalty service. */
export class LoyaltyCallError extends Error {
  readonly status: number;
  /** The wait that the service asks for. */
  readonly retryAfterSeconds: number | undefined;

  constructor(status: number, message: string, retryAfterSeconds?: number) {
    super(message);
    this.status = status;
    this.retryAfterSeconds = retryAfterSeconds;
  }

  /** 400 is the contract's only status for an invalid value and for an unknown id. */
  get isRejected(): boolean {
    return this.status >= 400 && this.status < 500 && this.status !== 429 && this.status !== 408;
  }
}

/** @returns undefined if the team has no loyalty program */
export async function createLoyaltyClient(
  {
    db,
    clock,
    encryption,
    loyaltyBaseUrl,
    servesLoyalty,
    limits,
  }: Pick<
    GatewayDependencies,
    'db' | 'clock' | 'encryption' | 'loyaltyBaseUrl' | 'servesLoyalty' | 'limits'
  >,
  teamId: number,
): Promise<LoyaltyClient | undefined> {
  const connection = await findLoyaltyKeys(db, encryption, teamId);
  if (!connection) return undefined;
  const isOwn = servesLoyalty && connection.baseUrl === undefined;
  return {
    async call<E extends Endpoint>(
      endpoint: E,
      { params = {}, query = {}, body, signal }: LoyaltyCall = {},
    ) {
      const content = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
      const search = new URLSearchParams(query).toString();
      const baseUrl = connection.baseUrl ?? loyaltyBaseUrl;
      const response = await sendToLoyalty(
        {
          method: endpoint.method,
          url: upstreamUrl(baseUrl, endpoint, params, search === '' ? '' : `?${search}`),
          headers: {
            [API_KEY_HEADER]: connection.apiKey,
            [PARTNER_ID_HEADER]: connection.partnerId,
            ...(isOwn ? forwardedHeaders({ encryption, clock }) : {}),
            ...(content ? { 'content-type': 'application/json' } : {}),
          },
          body: content,
          signal: signal ?? new AbortController().signal,
        },
        limits,
      );
      const document = parseJson(response.body);
      if (response.status < 200 || response.status >= 300) {
        const retryAfter = Number(response.headers['retry-after']);
        throw new LoyaltyCallError(
          response.status,
          messageOf(document) ?? `The loyalty service responded with status ${response.status}.`,
          Number.isFinite(retryAfter) ? retryAfter : undefined,
        );
      }
      if (!isOwn && endpoint.method !== 'GET') {
        const received = response.body;
        await recordForeignChange(db, { endpoint, params, sent: content, received });
      }
      const parsed = z.safeParse(endpoint.response as z.ZodMiniType, document);
      if (parsed.success) return parsed.data as OutputOf<E['response']>;
      const path = parsed.error.issues[0]?.path.join('.') ?? '';
      throw new LoyaltyCallError(502, `The loyalty service sent an invalid response at ${path}.`);
    },
  };
}

function parseJson(body: Buffer): unknown {
  try {
    return JSON.parse(body.toString());
  } catch {
    return undefined;
  }
}

/** What the service says is wrong. */
function messageOf(document: unknown): string | undefined {
  const error = z.safeParse(loyaltyErrorSchema, document);
  if (!error.success) return undefined;
  const { reason, message } = error.data as LoyaltyError & { reason?: string; message?: string };
  return reason ?? message;
}
