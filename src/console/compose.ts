import type { ConsoleConfig } from '#contract/gateway/config.ts';
import { createApi } from './api/api.ts';
import { createQueryClient } from './api/query-client.ts';
import { createAuthorizationServer } from './session/authorization-server.ts';
import { takeBegunRefresh } from './session/begun-refresh.ts';
import { CURRENT_USER_KEY, type CurrentUser, currentUserQuery } from './session/current-user.ts';
import { browserRefreshTokenStore } from './session/refresh/refresh-token-store.ts';
import { createSession } from './session/session.ts';
import { openSessionChannel } from './session/session-channel.ts';
import { createStepUp } from './session/step-up/step-up.ts';

/** Makes what the console works with, of this browser and of what the deployment says. */
export function compose(config: ConsoleConfig) {
  const { origin } = location;
  const queryClient = createQueryClient();
  const session = createSession({
    server: createAuthorizationServer(config, origin, browserRefreshTokenStore),
    store: browserRefreshTokenStore,
    channel: openSessionChannel(),
    takeBegunRefresh,
    personShown: () => queryClient.getQueryData<CurrentUser>(CURRENT_USER_KEY)?.id,
    personOf: async (accessToken) => {
      const access = async () => ({ accessToken, scopes: [] });
      const api = createApi(config, { access, renew: access }, origin);
      // In a cache of its own: the page's one holds who it was made for.
      return (await createQueryClient().fetchQuery(currentUserQuery(api))).id;
    },
    page: {
      address: () => location.pathname + location.search + location.hash,
      open: (url) => location.assign(url),
    },
  });
  return {
    queryClient,
    session,
    api: createApi(config, session, origin),
    stepUp: createStepUp(session),
  };
}
