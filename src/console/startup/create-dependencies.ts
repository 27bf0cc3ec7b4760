import { createApi, isReachable } from '#console/api/api.ts';
import { ApiError, isWithoutResponse } from '#console/api/errors/api-error.ts';
import { createQueryClient } from '#console/api/queries/query-client.ts';
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

/** Between attempts to find out who has signed in. */
const CHECK_RETRY_MS = 2_000;

export function createDependencies(config: ConsoleConfig) {
  const { origin } = location;
  const queryClient = createQueryClient();
  queryClient.getQueryCache().subscribe((event) => {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { error } = event.action;
    // The current user says which rules of their teams this session doesn't meet.
    if (error instanceof ApiError && error.errors[0]?.rule !== undefined) {
      void queryClient.invalidateQueries({ queryKey: CURRENT_USER_KEY });
    }
  });
  const session = createSession({
    server: createAuthorizationServer(config, origin, browserRefreshTokenStore),
    store: browserRefreshTokenStore,
    channel: openSessionChannel(),
    displayedUser: () => queryClient.getQueryData<CurrentUser>(CURRENT_USER_KEY),
    fetchUserId: async (accessToken) => {
      const access = async () => ({ accessToken, scopes: [] });
      const api = createApi(config, { access, renew: access }, origin);
      // A separate cache: the page's cache belongs to the user that it displays.
      const query = {
        ...currentUserQuery(api),
        retry: (_failures: number, error: unknown) => isWithoutResponse(error),
        retryDelay: CHECK_RETRY_MS,
      };
      return (await createQueryClient().fetchQuery(query)).id;
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
