import type { CreateLoader } from '#console/api/create-loader.ts';
import { eventQuery, eventsQuery, requestQuery, requestsQuery } from './webhooks-queries.ts';
import { parseWebhooksView } from './webhooks-view.ts';

export const webhooksLoader: CreateLoader =
  ({ api: { inbox }, queryClient }) =>
  ({ params: { teamId = '' }, request }) => {
    const view = parseWebhooksView(new URL(request.url).searchParams);
    if (inbox && view.list === 'events') {
      void queryClient.prefetchQuery(eventsQuery(inbox, teamId, view));
    } else if (inbox) {
      void queryClient.prefetchQuery(requestsQuery(inbox, teamId, view));
    }
    return null;
  };

export const eventLoader: CreateLoader =
  ({ api: { inbox }, queryClient }) =>
  ({ params: { teamId = '', eventId = '' } }) => {
    if (inbox) void queryClient.prefetchQuery(eventQuery(inbox, teamId, eventId));
    return null;
  };

export const requestLoader: CreateLoader =
  ({ api: { inbox }, queryClient }) =>
  ({ params: { teamId = '', requestId = '' } }) => {
    if (inbox) void queryClient.prefetchQuery(requestQuery(inbox, teamId, requestId));
    return null;
  };
