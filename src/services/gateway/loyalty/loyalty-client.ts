import * as z from 'zod/mini';
import type { Endpoint, ResponseOf } from '#contract/endpoint.ts';
import { parseExactJson } from '#contract/exact-json.ts';
import { type LoyaltyError, loyaltyErrorSchema } from '#contract/loyalty/errors.ts';
import { readResponse } from '#contract/read-response.ts';
import type { CallOwnLoyalty } from '#services/gateway/dependencies.ts';
import { tryParseJson } from '#services/platform/try-parse-json.ts';
import { callLoyaltyProgram, type LoyaltyCallDependencies } from './call-loyalty-program.ts';
import { findLoyaltyKeys, type LoyaltyKeys } from './loyalty-connections.ts';
import { rejectedKeys } from './loyalty-upstream.ts';

/** Over HTTP. */
const HTTP_CONCURRENCY = 8;
/** In this process, where calls at the same time share statements and transactions. */
const OWN_CONCURRENCY = 25;

interface LoyaltyCall {
  params?: Record<string, string>;
  query?: Record<string, string>;
  body?: unknown;
  signal?: AbortSignal;
}

/** Calls a team's loyalty program for background work. */
export interface LoyaltyClient {
  /** How many calls at the same time are of use. */
  concurrency: number;
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
  const callOwn = keys.baseUrl === undefined ? dependencies.callOwnLoyalty : undefined;
  const send = callOwn ? createOwnSender(callOwn, keys) : createHttpSender(dependencies, keys);
  return {
    concurrency: callOwn ? OWN_CONCURRENCY : HTTP_CONCURRENCY,
    async call<E extends Endpoint>(endpoint: E, call: LoyaltyCall = {}) {
      const { status, document, retryAfter } = await send(endpoint, call);
      if (status < 200 || status >= 300) {
        throw new LoyaltyCallError(
          status,
          messageOf(document) ?? `The loyalty service responded with status ${status}.`,
          parseRetryAfter(retryAfter),
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

type Send = (
  endpoint: Endpoint,
  call: LoyaltyCall,
) => Promise<{ status: number; document: unknown; retryAfter?: string | undefined }>;

function createOwnSender(callOwn: CallOwnLoyalty, { apiKey, partnerId }: LoyaltyKeys): Send {
  return async (endpoint, { params = {}, query = {}, body }) => {
    const response = await callOwn(endpoint, { apiKey, partnerId, params, query, body });
    if (response.status === 401) throw rejectedKeys();
    return response;
  };
}

function createHttpSender(dependencies: LoyaltyCallDependencies, keys: LoyaltyKeys): Send {
  return async (endpoint, { params = {}, query = {}, body, signal }) => {
    const content = body === undefined ? undefined : Buffer.from(JSON.stringify(body));
    const search = new URLSearchParams(query).toString();
    const { status, headers, ...response } = await callLoyaltyProgram(dependencies, keys, {
      endpoint,
      params,
      search: search === '' ? '' : `?${search}`,
      headers: content ? { 'content-type': 'application/json' } : {},
      body: content,
      signal,
    });
    const document = tryParseJson(response.body, parseExactJson);
    return { status, document, retryAfter: headers['retry-after'] };
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
