import { ApiError } from '#console/api/errors/api-error.ts';
import {
  type RefreshRequest,
  TOKEN_TIMEOUT_MS,
  type TokenEndpointResponse,
} from '#console/session/token-endpoint.ts';

/** A parameter of the script's URL: the CSP of the script allows one token endpoint. */
export const TOKEN_URL_PARAMETER = 'token-url';
/** Without a response by then, the page requests the tokens itself. */
const START_TIMEOUT_MS = 2000;

/** The service worker that keeps the tokens of a refresh until a page has stored them. */
export interface SessionWorker {
  readonly tokenUrl: string | null;
  /**
   * Requests tokens, or returns the response that another page got for the same refresh token.
   * @throws {ApiError}
   */
  refresh(request: RefreshRequest): Promise<TokenEndpointResponse>;
  /** Call it when the token that replaces `spentToken` is stored. */
  confirm(spentToken: string): void;
}

/**
 * Finds the worker of this browser. There is none on the first visit, after a forced reload, and in
 * browsers without service workers; no request has been sent then.
 */
export async function findSessionWorker(): Promise<SessionWorker | undefined> {
  const worker = await activeWorker();
  if (
    !worker ||
    !(await postRequest(worker, { kind: 'hello' }, START_TIMEOUT_MS).catch(() => false))
  )
    return undefined;
  return {
    tokenUrl: new URL(worker.scriptURL).searchParams.get(TOKEN_URL_PARAMETER),
    async refresh({ clientId, refreshToken }) {
      const message = { kind: 'refresh', clientId, refreshToken };
      const response = await postRequest(worker, message, TOKEN_TIMEOUT_MS);
      if (response === undefined) throw new ApiError({ kind: 'network' });
      return response as TokenEndpointResponse;
    },
    confirm: (refreshToken) => worker.postMessage({ kind: 'stored', refreshToken }),
  };
}

/** Drops the tokens that the worker keeps. */
export async function clearSessionWorker(): Promise<void> {
  (await activeWorker())?.postMessage({ kind: 'signed-out' });
}

async function activeWorker(): Promise<ServiceWorker | undefined> {
  const container = navigator.serviceWorker;
  return container?.controller ?? (await container?.getRegistration())?.active ?? undefined;
}

/** @throws {ApiError} without a response within `timeoutMs` */
function postRequest(worker: ServiceWorker, message: object, timeoutMs: number): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ApiError({ kind: 'timeout' })), timeoutMs);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      resolve(data);
    };
    worker.postMessage(message, [port2]);
  }).finally(() => port1.close());
}
