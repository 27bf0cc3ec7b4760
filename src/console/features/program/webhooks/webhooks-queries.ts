import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Client } from '#console/api/client.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import { placeholderPage } from '#console/lib/placeholder-page.ts';
import { readSearch, writeSearch } from '#console/lib/url/search-params.ts';
import type { OutputOf } from '#contract/endpoint.ts';
import { listWebhookDeliveries, listWebhooks } from '#contract/program/webhooks.ts';

export type Webhook = NonNullable<OutputOf<(typeof listWebhooks)['response']>>['data'][number];
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
  cursor: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  from: z.catch(z.coerce.number().check(z.int(), z.minimum(1)), 1),
});

/** The page of a webhook's deliveries in the URL. */
type DeliveriesView = z.output<typeof viewSchema> & { readonly count: number };

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
  return queryOptions({
    queryKey: [...webhooksKey(teamId), 'deliveries', webhookId, view] as const,
    queryFn: async ({ signal }) => {
      const response = await program.request(listWebhookDeliveries, {
        params: { team_id: teamId, webhook_id: webhookId },
        query: { start_cursor: view.cursor, count: view.count },
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

export const webhookLoader: CreateLoader =
  ({ api: { program }, queryClient }) =>
  ({ params: { teamId = '', webhookId = '' }, request }) => {
    if (!program) return null;
    const view = parseDeliveriesView(new URL(request.url).searchParams);
    void queryClient.prefetchQuery(webhooksQuery(program, teamId));
    void queryClient.prefetchQuery(deliveriesQuery(program, { teamId, webhookId }, view));
    return null;
  };
