import { queryOptions, skipToken } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import { type AuditEvent, listSecurityEvents } from '#contract/audit/audit-events.ts';

/** For invalidation after a change that is one of the events. */
export const SECURITY_EVENTS_KEY = ['security-events'] as const;

/** The newest events; enough to notice what someone else did. */
const COUNT = 20;

/** @param account undefined if the deployment has no account API */
export function securityEventsQuery(account: Client | undefined) {
  return queryOptions({
    queryKey: SECURITY_EVENTS_KEY,
    queryFn: account
      ? async ({ signal }): Promise<readonly AuditEvent[]> =>
          (await account.request(listSecurityEvents, { query: { count: COUNT }, signal })).data
      : skipToken,
  });
}
