import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors/api-error.ts';

/** How often a failed read is tried again. */
const RETRIES = 2;
/** What was read less than this ago is not read again by itself, in ms. */
const STALE_AFTER_MS = 15_000;

/** Whether the same request may work in a moment: no answer came, or the service had a fault. */
function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'network' || error.status >= 500);
}

/**
 * The console's cache of what it read. Features build their `queryOptions` once, in
 * `<name>-queries.ts`, as `session/current-user.ts` does, and begin the keys of what belongs to a
 * team with `['teams', teamId]`.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        retry: (failures, error) => failures < RETRIES && isTransient(error),
        // Without a network the request fails and says so, rather than waiting in silence.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
