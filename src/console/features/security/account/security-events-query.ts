import { queryOptions } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import { type AuditEvent, listSecurityEvents } from '#contract/audit/audit-events.ts';

/** For invalidation after a change that is one of the events. */
export const SECURITY_EVENTS_KEY = ['security-events'] as const;

/** The newest events; enough to notice what someone else did. */
const COUNT = 20;

export function securityEventsQuery(account: Client) {
  return queryOptions({
    queryKey: SECURITY_EVENTS_KEY,
    queryFn: async ({ signal }): Promise<readonly AuditEvent[]> =>
      (await account.request(listSecurityEvents, { query: { count: COUNT }, signal })).data,
  });
}
