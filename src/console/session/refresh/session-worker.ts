import { ApiError } from '#console/api/errors/api-error.ts';
import {
  type RefreshRequest,
  TOKEN_TIMEOUT_MS,
  type TokenAnswer,
} from '#console/session/token-endpoint.ts';

/** Of the worker's address: it is allowed one token endpoint, by the headers that it came with. */
export const TOKEN_URL_PARAMETER = 'token-url';
/** How long a worker may take to start, in ms; without one the page asks the token endpoint itself. */
const START_MS = 2000;

/** The service worker that keeps what a refresh brought until it is stored, should the page go away. */
export interface SessionWorker {
  /** The one token endpoint that it asks. */
  readonly tokenUrl: string | null;
  /**
   * Asks the token endpoint, or takes what it answered to another page for the same token.
   * @throws {ApiError}
   */
  refresh(request: RefreshRequest): Promise<TokenAnswer>;
  /** The token that came for this one is stored. */
  confirm(spentToken: string): void;
}

/**
 * The worker of this browser, once it runs. Undefined where there is none: on the first visit, after
 * a reload that passes by it, in a browser without. Nothing that it is not asked for was sent then.
 */
export async function reachSessionWorker(): Promise<SessionWorker | undefined> {
  const worker = await activeWorker();
  if (!worker || !(await ask(worker, { kind: 'hello' }, START_MS).catch(() => false)))
    return undefined;
  return {
    tokenUrl: new URL(worker.scriptURL).searchParams.get(TOKEN_URL_PARAMETER),
    async refresh({ clientId, refreshToken }) {
      const message = { kind: 'refresh', clientId, refreshToken };
      const answer = await ask(worker, message, TOKEN_TIMEOUT_MS);
      if (answer === undefined) throw new ApiError({ kind: 'network' });
      return answer as TokenAnswer;
    },
    confirm: (refreshToken) => worker.postMessage({ kind: 'stored', refreshToken }),
  };
}

/** What the worker keeps is nobody's any more. */
export async function clearSessionWorker(): Promise<void> {
  (await activeWorker())?.postMessage({ kind: 'signed-out' });
}

async function activeWorker(): Promise<ServiceWorker | undefined> {
  const container = navigator.serviceWorker;
  return container?.controller ?? (await container?.getRegistration())?.active ?? undefined;
}

/** @throws {ApiError} where the worker says nothing within `timeout` ms */
function ask(worker: ServiceWorker, message: object, timeout: number): Promise<unknown> {
  const { port1, port2 } = new MessageChannel();
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new ApiError({ kind: 'timeout' })), timeout);
    port1.onmessage = ({ data }) => {
      clearTimeout(timer);
      resolve(data);
    };
    worker.postMessage(message, [port2]);
  }).finally(() => port1.close());
}
