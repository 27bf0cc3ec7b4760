import { ApiError } from './errors/api-error.ts';
import type { HttpResponse } from './http.ts';

const MAX_CALLS = 100;
/** Members of request bodies whose values are secret. */
const SECRET_PROPERTY = /password|secret|token|otp_attempt|challenge/i;

/** A request of this tab to one of the services, without its access token. */
export interface ApiCall {
  readonly id: number;
  readonly method: string;
  /** Absolute, without the step-up token. */
  readonly url: string;
  readonly mediaType: string;
  /** With `(secret)` in place of passwords and the like. */
  readonly body: string | undefined;
  /** Whether the body is a file. */
  readonly hasFile?: boolean;
  /** Undefined while there is no response. */
  readonly result?: {
    readonly durationMs: number;
    /** Undefined if the request failed without a response. */
    readonly response?: HttpResponse;
    /** Why there is no response. */
    readonly error?: ApiError;
  };
}

let calls: readonly ApiCall[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

/** The newest calls of this tab, newest first. */
export const getCalls = () => calls;

/** Calls back on every change. @returns a function that stops it */
export function subscribeToCalls(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Adds a call, or replaces the one with its id. */
function store(call: ApiCall): void {
  const others = calls.filter(({ id }) => id !== call.id);
  calls = [call, ...others].sort((one, other) => other.id - one.id).slice(0, MAX_CALLS);
  for (const listener of listeners) listener();
}

export async function recordCall(
  request: Pick<ApiCall, 'method' | 'url' | 'mediaType' | 'body' | 'hasFile'>,
  send: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const url = new URL(request.url);
  url.searchParams.delete('id_token');
  lastId += 1;
  const body = request.body === undefined ? undefined : withoutSecrets(request.body);
  const call = { ...request, body, url: url.href, id: lastId };
  const startedAt = performance.now();
  const finish = (end: Pick<NonNullable<ApiCall['result']>, 'response' | 'error'>) =>
    store({ ...call, result: { ...end, durationMs: performance.now() - startedAt } });
  store(call);
  try {
    const response = await send();
    // The rows of a successful response are of no use here, and personal data.
    finish({ response: response.ok ? { ...response, body: undefined } : response });
    return response;
  } catch (error) {
    // Without an `ApiError` the request was canceled.
    finish(error instanceof ApiError ? { error } : {});
    throw error;
  }
}

/** A JSON body without its secrets, which must not stay in memory. */
function withoutSecrets(body: string): string {
  const replaceSecrets = (name: string, value: unknown) =>
    SECRET_PROPERTY.test(name) && typeof value === 'string' ? '(secret)' : value;
  return JSON.stringify(JSON.parse(body, replaceSecrets));
}
