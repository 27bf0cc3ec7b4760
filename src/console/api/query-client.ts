import { QueryClient } from '@tanstack/react-query';
import { ApiError } from './errors/api-error.ts';

const MAX_RETRIES = 2;
const STALE_AFTER_MS = 15_000;

/** Whether a retry may succeed: no response, or a server error. */
function isTransient(error: unknown): boolean {
  return error instanceof ApiError && (error.kind === 'network' || error.status >= 500);
}

/**
 * The console's query client. Features define their `queryOptions` in `<name>-queries.ts`; keys of
 * data that belongs to a team start with `['teams', teamId]`.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: {
        staleTime: STALE_AFTER_MS,
        retry: (failures, error) => failures < MAX_RETRIES && isTransient(error),
        // Offline, fail with a message instead of pausing silently.
        networkMode: 'always',
      },
      mutations: { retry: false, networkMode: 'always' },
    },
  });
}
