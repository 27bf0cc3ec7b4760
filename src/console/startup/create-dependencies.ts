import { createApi } from '#console/api/api.ts';
import { createQueryClient } from '#console/api/query-client.ts';
import { watchConnection } from '#console/lib/connection.ts';
import { createAuthorizationServer } from '#console/session/authorization-server.ts';
import {
  CURRENT_USER_KEY,
  type CurrentUser,
  currentUserQuery,
} from '#console/session/current-user.ts';
import { browserRefreshTokenStore } from '#console/session/refresh/refresh-token-store.ts';
import { createSession } from '#console/session/session.ts';
import { openSessionChannel } from '#console/session/session-channel.ts';
import { createStepUp } from '#console/session/step-up/step-up.ts';
import type { ConsoleConfig } from '#contract/gateway/config.ts';

/** Creates the session, the API clients and the query cache for a deployment. */
export function createDependencies(config: ConsoleConfig) {
  const { origin } = location;
  const queryClient = createQueryClient();
  const session = createSession({
    server: createAuthorizationServer(config, origin, browserRefreshTokenStore),
    store: browserRefreshTokenStore,
    channel: openSessionChannel(),
    displayedUser: () => queryClient.getQueryData<CurrentUser>(CURRENT_USER_KEY),
    fetchUserId: async (accessToken) => {
      const access = async () => ({ accessToken, scopes: [] });
      const api = createApi(config, { access, renew: access }, origin);
      // A separate cache: the page's cache belongs to the user that it displays.
      return (await createQueryClient().fetchQuery(currentUserQuery(api))).id;
    },
    page: {
      address: () => location.pathname + location.search + location.hash,
      open: (url) => location.replace(url),
    },
  });
  return {
    connection: watchConnection(() => isReachable(config, origin)),
    queryClient,
    session,
    api: createApi(config, session, origin),
    stepUp: createStepUp(session),
  };
}

/** Without a response by then, an attempt to reach the servers has failed. */
const ATTEMPT_TIMEOUT_MS = 10_000;

/** Whether the console's own server and the services respond. */
async function isReachable({ advocacy, loyalty }: ConsoleConfig, origin: string): Promise<boolean> {
  const addresses = [origin, advocacy.baseUrl, loyalty.baseUrl];
  const origins = new Set(addresses.map((address) => new URL(address, origin).origin));
  const attempts = [...origins].map(async (server) => {
    const { ok, type } = await fetch(new URL('/config.json', server), {
      method: 'HEAD',
      // Any response will do, and other servers need not allow us to read it.
      mode: 'no-cors',
      cache: 'no-store',
      credentials: 'omit',
      signal: AbortSignal.timeout(ATTEMPT_TIMEOUT_MS),
    });
    return ok || type === 'opaque';
  });
  return (await Promise.all(attempts).catch(() => [false])).every(Boolean);
}
