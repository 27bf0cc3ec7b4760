import { queryOptions } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import { type InboxEvent, listInboxEvents } from '#contract/gateway/inbox.ts';

/** So many events are shown on a member's page. */
export const MEMBER_EVENTS = 3;

/** The events about a member that came in last. */
export function memberEventsQuery(inbox: Client, teamId: string, memberId: string) {
  return queryOptions({
    queryKey: ['teams', teamId, 'webhooks', 'member', memberId],
    queryFn: async ({ signal }): Promise<readonly InboxEvent[]> => {
      const params = { team_id: teamId };
      const query = { member_id: memberId, count: MEMBER_EVENTS };
      return (await inbox.request(listInboxEvents, { params, query, signal })).data;
    },
  });
}
