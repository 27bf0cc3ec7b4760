import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Client } from '#console/api/client.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import { cursorPage } from '#console/api/lists/cursor-page.ts';
import { placeholderPage } from '#console/lib/placeholder-page.ts';
import { cursorFields, cursorSearch } from '#console/lib/url/cursor-search.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import {
  DELIVERY_STATES,
  getWebhookDays,
  getWebhookDelivery,
  listWebhookDeliveries,
} from '#contract/program/deliveries.ts';
import { listWebhooks } from '#contract/program/webhooks.ts';

export type Webhook = NonNullable<OutputOf<(typeof listWebhooks)['response']>>['data'][number];
export type DeliveryDetails = NonNullable<
  OutputOf<(typeof getWebhookDelivery)['response']>
>['data'];
export type Delivery = NonNullable<
  OutputOf<(typeof listWebhookDeliveries)['response']>
>['data'][number];

/** Attempts, and what follows them, appear without a reload. */
export const WEBHOOKS_REFRESH_MS = 10_000;

/** The query key of everything about a program's webhooks. */
export const webhooksKey = (teamId: string) => ['teams', teamId, 'program-webhooks'] as const;

/** The webhooks of the program with what became of their events; oldest first. */
export function webhooksQuery(program: Client, teamId: string) {
  return queryOptions({
    queryKey: [...webhooksKey(teamId), 'all'] as const,
    queryFn: async ({ signal }) =>
      (await program.request(listWebhooks, { params: { team_id: teamId }, signal })).data,
    refetchInterval: WEBHOOKS_REFRESH_MS,
  });
}

export const deliveriesSearch = cursorSearch(
  z.object({
    /** The tab; undefined for all. */
    state: z.catch(z.optional(z.enum(DELIVERY_STATES)), undefined),
    /** The one that is shown beside the list. */
    delivery: z.catch(z.optional(z.string().check(z.regex(/^\d{1,15}$/))), undefined),
    ...cursorFields,
  }),
);

interface WebhookKey {
  readonly teamId: string;
  readonly webhookId: string;
}

/** A page of what was sent to a webhook, newest first. */
export function deliveriesQuery(
  program: Client,
  { teamId, webhookId }: WebhookKey,
  view: ReturnType<typeof deliveriesSearch.parse>,
) {
  const { delivery: _open, ...page } = view;
  return queryOptions({
    queryKey: [...webhooksKey(teamId), 'deliveries', webhookId, page] as const,
    queryFn: async ({ signal }) => {
      const response = await program.request(listWebhookDeliveries, {
        params: { team_id: teamId, webhook_id: webhookId },
        query: { start_cursor: view.cursor, count: view.count, state: view.state },
        signal,
      });
      return cursorPage(response, view);
    },
    placeholderData: (page) => placeholderPage(page, page?.rows),
    refetchInterval: WEBHOOKS_REFRESH_MS,
  });
}

export function webhookDaysQuery(program: Client, { teamId, webhookId }: WebhookKey) {
  return queryOptions({
    queryKey: [...webhooksKey(teamId), 'days', webhookId] as const,
    queryFn: async ({ signal }) => {
      const params = { team_id: teamId, webhook_id: webhookId };
      return (await program.request(getWebhookDays, { params, signal })).data;
    },
    refetchInterval: WEBHOOKS_REFRESH_MS,
  });
}

export function deliveryQuery(program: Client, { teamId, webhookId }: WebhookKey, id: string) {
  return queryOptions({
    queryKey: [...webhooksKey(teamId), 'delivery', webhookId, id] as const,
    queryFn: async ({ signal }) => {
      const params = { team_id: teamId, webhook_id: webhookId, delivery_id: id };
      return (await program.request(getWebhookDelivery, { params, signal })).data;
    },
    refetchInterval: WEBHOOKS_REFRESH_MS,
  });
}

export const webhookLoader: CreateLoader =
  ({ api: { program }, queryClient }) =>
  ({ params: { teamId = '', webhookId = '' }, request }) => {
    if (!program) return null;
    const view = deliveriesSearch.parse(new URL(request.url).searchParams);
    void queryClient.prefetchQuery(webhooksQuery(program, teamId));
    void queryClient.prefetchQuery(deliveriesQuery(program, { teamId, webhookId }, view));
    return null;
  };
