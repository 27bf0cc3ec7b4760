/** The one place where a refresh token is kept. */
const STORAGE_KEY = 'patron.refresh-token';
const LOCK = 'patron.refresh-token';

/** The refresh token of this browser, which all its tabs share. */
export interface RefreshTokenStore {
  read(): string | null;
  write(refreshToken: string | null): void;
  /**
   * Runs `task` while no other tab uses the token: each use replaces it, so it must be read again
   * inside.
   *
   * @param signal gives up waiting for the other tabs, by rejecting
   */
  exclusively<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
}

export const browserRefreshTokenStore: RefreshTokenStore = {
  read: () => localStorage.getItem(STORAGE_KEY),
  write: (refreshToken) => {
    if (refreshToken === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, refreshToken);
  },
  exclusively: async (task, signal) =>
    navigator.locks.request(LOCK, signal ? { signal } : {}, task),
};
