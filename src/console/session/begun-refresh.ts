import { configAnswer } from './config-answer.ts';
import { ifTurnIsFree, browserRefreshTokenStore as store } from './refresh/refresh-token-store.ts';
import { reachSessionWorker } from './refresh/session-worker.ts';
import { spendRefreshToken } from './refresh/spend-refresh-token.ts';
import type { TokenAnswer } from './token-endpoint.ts';

/** A refresh that was begun before the session was there. */
export interface BegunRefresh {
  /** The token that it spends. */
  readonly refreshToken: string;
  readonly answer: Promise<TokenAnswer>;
}

let begun: Promise<BegunRefresh | undefined> | undefined;

/**
 * Begins the refresh that every visit begins with, while the console's code is on its way. Not where
 * another tab is using the token just now: then the session waits for its turn.
 *
 * @returns when it was sent, or will not be, and the access token, where one came
 */
export function beginRefresh() {
  if (store.read() === null) return undefined;
  const worker = reachSessionWorker();
  const { promise, resolve } = Promise.withResolvers<BegunRefresh | undefined>();
  begun = promise;
  const asked = ifTurnIsFree(async () => {
    const client = tokenClientIn((await configAnswer()).body);
    const refreshToken = store.read();
    if (!client || refreshToken === null) return;
    const answer = spendRefreshToken({ ...client, refreshToken }, store, worker);
    resolve({ refreshToken, answer });
    await answer;
  })
    // Whoever takes the answer is told of its failure.
    .catch(() => {})
    .finally(() => resolve(undefined));
  return {
    sent: promise.then(() => worker),
    accessToken: asked
      .then(async () => accessTokenIn(await (await promise)?.answer))
      .catch(() => undefined),
  };
}

function accessTokenIn(answer: TokenAnswer | undefined): string | undefined {
  const token = (answer?.body as { access_token?: unknown } | undefined)?.access_token;
  return typeof token === 'string' ? token : undefined;
}

/** The refresh that was begun, if any, for the one who finishes it; resolves to undefined where it could not be. */
export function takeBegunRefresh(): Promise<BegunRefresh | undefined> | undefined {
  const taken = begun;
  begun = undefined;
  return taken;
}

/** What a refresh needs of the configuration, which `loadConfig` will parse as a whole. */
function tokenClientIn(config: unknown) {
  const { advocacy } = (config ?? {}) as { advocacy?: { tokenUrl?: unknown; clientId?: unknown } };
  const { tokenUrl, clientId } = advocacy ?? {};
  if (typeof tokenUrl !== 'string' || typeof clientId !== 'string') return undefined;
  return { tokenUrl: new URL(tokenUrl, location.origin).href, clientId };
}
