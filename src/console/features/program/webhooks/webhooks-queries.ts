import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Client } from '#console/api/client.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import { placeholderPage } from '#console/lib/placeholder-page.ts';
import { readSearch, writeSearch } from '#console/lib/url/search-params.ts';
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
const PAGE_SIZE = 50;

/** Of everything about a program's webhooks. */
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

const viewSchema = z.object({
  /** The tab; undefined for all. */
  state: z.catch(z.optional(z.enum(DELIVERY_STATES)), undefined),
  /** The one that is shown beside the list. */
  delivery: z.catch(z.optional(z.string().check(z.regex(/^\d{1,15}$/))), undefined),
  cursor: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  from: z.catch(z.coerce.number().check(z.int(), z.minimum(1)), 1),
});

/** The page of a webhook's deliveries in the URL, and which of them is open. */
export type DeliveriesView = z.output<typeof viewSchema> & { readonly count: number };

export function parseDeliveriesView(search: URLSearchParams): DeliveriesView {
  const view = readSearch(viewSchema, search);
  return { ...view, from: view.cursor === undefined ? 1 : view.from, count: PAGE_SIZE };
}

export function deliveriesSearch({ count: _fixed, ...view }: DeliveriesView): string {
  return writeSearch(viewSchema, new URLSearchParams(), view).toString();
}

interface WebhookKey {
  readonly teamId: string;
  readonly webhookId: string;
}

/** A page of what was sent to a webhook, newest first. */
export function deliveriesQuery(
  program: Client,
  { teamId, webhookId }: WebhookKey,
  view: DeliveriesView,
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
      return {
        from: view.from,
        total: response.total,
        rows: response.data,
        nextCursor: response.next_cursor ?? undefined,
      };
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
    const view = parseDeliveriesView(new URL(request.url).searchParams);
    void queryClient.prefetchQuery(webhooksQuery(program, teamId));
    void queryClient.prefetchQuery(deliveriesQuery(program, { teamId, webhookId }, view));
    return null;
  };
