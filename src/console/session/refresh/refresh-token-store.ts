const STORAGE_KEY = 'patron.refresh-token';
const LOCK = 'patron.refresh-token';

export interface RefreshTokenStore {
  read(): string | null;
  write(refreshToken: string | null): void;
  /**
   * Runs `task` while no other tab uses the token. Each use replaces the token, so `task` must read it
   * again.
   *
   * @param signal stops waiting for the other tabs; the result rejects
   */
  withLock<Result>(task: () => Promise<Result>, signal?: AbortSignal): Promise<Result>;
}

export const browserRefreshTokenStore: RefreshTokenStore = {
  read: () => localStorage.getItem(STORAGE_KEY),
  write: (refreshToken) => {
    if (refreshToken === null) localStorage.removeItem(STORAGE_KEY);
    else localStorage.setItem(STORAGE_KEY, refreshToken);
  },
  withLock: async (task, signal) => navigator.locks.request(LOCK, signal ? { signal } : {}, task),
};
