import { ApiError } from './errors/api-error.ts';
import type { HttpResponse } from './http.ts';

const MAX_CALLS = 100;

/** A request of this tab to one of the services, without its access token. */
export interface ApiCall {
  readonly id: number;
  readonly method: string;
  /** Absolute, without the step-up token. */
  readonly url: string;
  readonly mediaType: string;
  readonly body: string | undefined;
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

function store(changed: readonly ApiCall[]): void {
  calls = changed.slice(0, MAX_CALLS);
  for (const listener of listeners) listener();
}

/** The newest calls of this tab, newest first. */
export function getCalls(): readonly ApiCall[] {
  return calls;
}

/** Calls back on every change. @returns a function that stops it */
export function subscribeToCalls(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

/** Sends a request and records it. */
export async function recordCall(
  request: Pick<ApiCall, 'method' | 'url' | 'mediaType' | 'body'>,
  send: () => Promise<HttpResponse>,
): Promise<HttpResponse> {
  const url = new URL(request.url);
  url.searchParams.delete('id_token');
  lastId += 1;
  const call: ApiCall = {
    ...request,
    url: url.href,
    id: lastId,
  };
  const startedAt = performance.now();
  const finish = (result: Omit<NonNullable<ApiCall['result']>, 'durationMs'>) => {
    const durationMs = performance.now() - startedAt;
    store(
      calls.map((one) =>
        one.id === call.id ? { ...one, result: { durationMs, ...result } } : one,
      ),
    );
  };
  store([call, ...calls]);
  try {
    const response = await send();
    // The rows of a successful response are of no use here, and personal data.
    finish({ response: response.ok ? { ...response, body: undefined } : response });
    return response;
  } catch (error) {
    // Without an `ApiError` the request was cancelled.
    finish(error instanceof ApiError ? { error } : {});
    throw error;
  }
}
