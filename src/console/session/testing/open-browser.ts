import { createAuthorizationServer } from '#console/session/authorization-server.ts';
import type { RefreshTokenStore } from '#console/session/refresh/refresh-token-store.ts';
import { createSession } from '#console/session/session.ts';
import type { SessionChannel, SessionMessage } from '#console/session/session-channel.ts';
import { consoleConfigSchema } from '#contract/gateway/config.ts';

interface TabOptions {
  /** The user whose data the page shows. */
  readonly displayedUserId?: string;
  /** User IDs by access token. Defaults to `user-1` for each. */
  readonly userIds?: Readonly<Record<string, string>>;
  /** Default: the ID in `userIds`, without delay. */
  readonly fetchUserId?: (accessToken: string) => Promise<string>;
  /** Path, query and fragment of the page. */
  readonly address?: string;
}

/**
 * A browser with as many tabs as a test opens: one storage, one lock, one channel.
 * @param refreshToken what its storage holds at first
 */
export function openBrowser(serverUrl: string, refreshToken: string | null) {
  let stored = refreshToken;
  let lock: Promise<unknown> = Promise.resolve();
  const listeners = new Map<symbol, (message: SessionMessage) => void>();
  const store: RefreshTokenStore = {
    read: () => stored,
    write: (next) => {
      stored = next;
    },
    withLock: (task) => {
      const result = lock.then(task);
      lock = result.catch(() => {});
      return result;
    },
  };
  const config = consoleConfigSchema.parse({
    advocacy: {
      baseUrl: serverUrl,
      authorizeUrl: `${serverUrl}/oauth/authorize`,
      tokenUrl: `${serverUrl}/oauth/token`,
      revocationUrl: `${serverUrl}/oauth/revoke`,
      clientId: 'patron-console',
      scopes: ['identity', 'accounts:read'],
    },
    loyalty: { baseUrl: `${serverUrl}/{team_id}`, access: 'gateway' },
    accountTypes: [],
  });

  function openTab({
    displayedUserId,
    userIds = {},
    fetchUserId = async (accessToken) => userIds[accessToken] ?? 'user-1',
    address = '/teams/1/members?tag=vip',
  }: TabOptions = {}) {
    const id = Symbol('tab');
    const openedUrls: string[] = [];
    const channel: SessionChannel = {
      send: (message) => {
        for (const [other, listener] of listeners) {
          if (other !== id) setTimeout(listener, 1, message);
        }
      },
      listen: (listener) => listeners.set(id, listener),
    };
    const session = createSession({
      server: createAuthorizationServer(config, 'http://console.test', store),
      store,
      channel,
      displayedUser: () =>
        displayedUserId === undefined
          ? undefined
          : { id: displayedUserId, email: `${displayedUserId}@brand.test` },
      fetchUserId,
      page: { address: () => address, open: (url) => openedUrls.push(url) },
    });
    return { session, openedUrls };
  }
  return { openTab, refreshToken: () => stored };
}
