import { useQuery } from '@tanstack/react-query';
import type { Client } from '#console/api/client.ts';
import { eventsQuery, requestsQuery } from '#console/features/webhooks/webhooks-queries.ts';
import type { WebhooksView } from '#console/features/webhooks/webhooks-view.ts';
import { useTeamId } from '#console/session/team.ts';

/** How many there are of what the list shows; undefined until it has been read. */
export function useInboxTotal(inbox: Client, view: WebhooksView): number | undefined {
  const teamId = useTeamId();
  const showsEvents = view.list === 'events';
  const events = useQuery({ ...eventsQuery(inbox, teamId, view), enabled: showsEvents });
  const requests = useQuery({ ...requestsQuery(inbox, teamId, view), enabled: !showsEvents });
  return (showsEvents ? events : requests).data?.total;
}
