import { MutationCache, QueryClient } from '@tanstack/react-query';
import { ApiError, isWithoutResponse } from '#console/api/errors/api-error.ts';
import { reportConnectionLost } from '#console/lib/connection.ts';
import { CONFIGURATION_CODE } from '#contract/json-api.ts';

const MAX_RETRIES = 2;
const STALE_AFTER_MS = 15_000;

/**
 * Whether a failed query is repeated. After a lost connection it is, once the connection is back; so is
 * one that timed out, unless it alone takes too long while the servers respond.
 */
function shouldRetry(failures: number, error: unknown): boolean {
  reportIfWithoutResponse(error);
  if (!(error instanceof ApiError)) return false;
  if (error.kind === 'network') return true;
  if (failures >= MAX_RETRIES) return false;
  if (error.kind === 'timeout') return true;
  if (error.code === CONFIGURATION_CODE) return false;
  // A service that has limits need not say how long to wait.
  return error.status >= 500 || (error.status === 429 && error.retryAfterSeconds === undefined);
}

function reportIfWithoutResponse(error: unknown): void {
  if (isWithoutResponse(error)) reportConnectionLost();
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
    mutationCache: new MutationCache({ onError: reportIfWithoutResponse }),
  });
}
