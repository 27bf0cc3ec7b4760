import * as z from 'zod/mini';
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts';
import { parseExactJson } from '#contract/exact-json.ts';
import { type LoyaltyError, loyaltyErrorSchema } from '#contract/loyalty/errors.ts';
import { readResponse } from '#contract/read-response.ts';
import { tryParseJson } from '#services/platform/try-parse-json.ts';
import { callLoyaltyProgram, type LoyaltyCallDependencies } from './call-loyalty-program.ts';
import { findLoyaltyKeys } from './loyalty-connections.ts';

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
  call<E extends Endpoint>(endpoint: E, call?: LoyaltyCall): Promise<ResponseOf<E>>;
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
  dependencies: LoyaltyCallDependencies,
  teamId: number,
): Promise<LoyaltyClient | undefined> {
  const keys = await findLoyaltyKeys(dependencies.db, dependencies.encryption, teamId);
  if (!keys) return undefined;
  return {
    async call<E extends Endpoint>(
      endpoint: E,
      { params = {}, query = {}, body, signal }: LoyaltyCall = {},
    ) {
      const content = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
      const search = new URLSearchParams(query).toString();
      const response = await callLoyaltyProgram(dependencies, keys, {
        endpoint,
        params,
        search: search === '' ? '' : `?${search}`,
        headers: content ? { 'content-type': 'application/json' } : {},
        body: content,
        signal,
      });
      const document = tryParseJson(response.body, parseExactJson);
      if (response.status < 200 || response.status >= 300) {
        throw new LoyaltyCallError(
          response.status,
          messageOf(document) ?? `The loyalty service responded with status ${response.status}.`,
          parseRetryAfter(response.headers['retry-after']),
        );
      }
      const { body: result } = readResponse(endpoint, document);
      if (result === undefined) {
        throw new LoyaltyCallError(502, 'The loyalty service sent an invalid response.');
      }
      return result;
    },
  };
}

/** Longer waits are cut, because a job with a wrong one would never continue. */
const RETRY_AFTER_MAX_SECONDS = 3_600;

/** The header `Retry-After` in seconds; undefined if it is missing or a date. */
export function parseRetryAfter(header: string | undefined): number | undefined {
  if (header === undefined || !/^\d+$/.test(header)) return undefined;
  return Math.min(Number(header), RETRY_AFTER_MAX_SECONDS);
}

/** The errors in the service's response. */
function messageOf(document: unknown): string | undefined {
  const error = z.safeParse(loyaltyErrorSchema, document);
  if (!error.success) return undefined;
  const { reason, message } = error.data as LoyaltyError & { reason?: string; message?: string };
  return reason ?? message;
}
