import { MutationCache, QueryClient } from '@tanstack/react-query';
import { reportConnectionLost } from '#console/lib/connection.ts';
import { ApiError } from './errors/api-error.ts';

const MAX_RETRIES = 2;
const STALE_AFTER_MS = 15_000;

/** Whether a failed query is repeated. After a lost connection it is, once the connection is back. */
function shouldRetry(failures: number, error: unknown): boolean {
  if (reportIfNotConnected(error)) return true;
  if (failures >= MAX_RETRIES || !(error instanceof ApiError)) return false;
  // A service that has limits need not say how long to wait.
  return error.status >= 500 || (error.status === 429 && error.retryAfterSeconds === undefined);
}

function reportIfNotConnected(error: unknown): boolean {
  const isNotConnected = error instanceof ApiError && error.kind === 'network';
  if (isNotConnected) reportConnectionLost();
  return isNotConnected;
}

/**
 * The console's query client. Features define their `queryOptions` in `<name>-queries.ts`; keys of
 * data that belongs to a team start with `['teams', teamId]`.
 */
export function createQueryClient(): QueryClient {
  return new QueryClient({
    defaultOptions: {
      queries: { staleTime: STALE_AFTER_MS, retry: shouldRetry },
      // Without a connection, a form fails with a message instead of waiting silently.
      mutations: { retry: false, networkMode: 'always' },
    },
    mutationCache: new MutationCache({ onError: reportIfNotConnected }),
  });
}
