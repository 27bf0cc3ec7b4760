import { type QueryClient, queryOptions } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import { SECURITY_EVENTS_KEY } from '#console/shared/people/security-events-query.ts';
import { listSessions, type Session } from '#contract/account/sessions.ts';

const SESSIONS_KEY = ['sessions'] as const;

/** More than anyone has; the list isn't paged on the screen. */
const MAX_SESSIONS = 200;

/** The user's sessions, the one used last first. */
export function sessionsQuery(account: Client) {
  return queryOptions({
    queryKey: SESSIONS_KEY,
    queryFn: async ({ signal }): Promise<readonly Session[]> => {
      const query = { count: MAX_SESSIONS };
      return (await account.request(listSessions, { query, signal })).data;
    },
  });
}

/** Refetches sessions and security activity after a change. */
export async function invalidateSessions(queryClient: QueryClient): Promise<void> {
  void queryClient.invalidateQueries({ queryKey: SECURITY_EVENTS_KEY });
  await queryClient.invalidateQueries({ queryKey: SESSIONS_KEY });
}
