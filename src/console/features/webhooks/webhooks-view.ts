import * as z from 'zod/mini';
import { formatDateTime } from '#console/lib/dates/format-date.ts';
import { eventStateLabel, eventTypeLabel } from '#console/shared/webhooks/webhook-event-labels.ts';
import { readSearch, writeSearch } from '#console/ui/filter/use-search-state.ts';
import {
  DELIVERY_OUTCOMES,
  INBOX_COUNT_DEFAULT,
  INBOX_EVENT_STATES,
  instantSchema,
} from '#contract/gateway/inbox.ts';
import { outcomeLabel } from './outcome-labels.ts';

/** Events, or the requests that brought them. */
export type InboxList = 'events' | 'requests';

const text = z.catch(z.optional(z.string().check(z.trim(), z.minLength(1))), undefined);
const instant = z.catch(z.optional(instantSchema), undefined);

const viewSchema = z.object({
  list: z.catch(z.enum(['events', 'requests']), 'events'),
  event_type: text,
  member_id: text,
  state: z.catch(z.optional(z.enum(INBOX_EVENT_STATES)), undefined),
  verdict: z.catch(z.optional(z.enum(DELIVERY_OUTCOMES)), undefined),
  since: instant,
  until: instant,
  cursor: text,
  from: z.catch(z.coerce.number().check(z.int(), z.minimum(1)), 1),
});

/** What the webhooks page shows, as its address says it. */
export type WebhooksView = z.output<typeof viewSchema> & { readonly count: number };
/** What either list can be narrowed by; each heeds those in `FILTERS`. */
export type InboxFilters = Pick<
  WebhooksView,
  'event_type' | 'member_id' | 'state' | 'verdict' | 'since' | 'until'
>;

/** The filters of each list that the API has. */
const FILTERS = {
  events: ['event_type', 'member_id', 'state', 'since', 'until'],
  requests: ['event_type', 'member_id', 'verdict', 'since', 'until'],
} as const satisfies Record<InboxList, readonly (keyof InboxFilters)[]>;

/** Everything that came in. */
export const NO_FILTERS: InboxFilters = {
  event_type: undefined,
  member_id: undefined,
  state: undefined,
  verdict: undefined,
  since: undefined,
  until: undefined,
};

/** Reads the address; what is missing, makes no sense or is of the other list is the default. */
export function parseWebhooksView(search: URLSearchParams): WebhooksView {
  const view = readSearch(viewSchema, search);
  const filters = Object.fromEntries(FILTERS[view.list].map((name) => [name, view[name]]));
  const from = view.cursor === undefined ? 1 : view.from;
  return { ...view, ...NO_FILTERS, ...filters, from, count: INBOX_COUNT_DEFAULT };
}

/** The address's query for a view, without a question mark; defaults are left out. */
export function webhooksSearch({ count: _fixed, ...view }: WebhooksView): string {
  return writeSearch(viewSchema, new URLSearchParams(), view).toString();
}

/** The other list, with what both can be filtered by. */
export function otherListSearch(filters: InboxFilters, list: InboxList): string {
  const { event_type, member_id, since, until } = filters;
  const both = { ...NO_FILTERS, event_type, member_id, since, until };
  const view = { list, ...both, cursor: undefined, from: 1 };
  return webhooksSearch({ ...view, count: INBOX_COUNT_DEFAULT });
}

/** The view as the API is asked for it. */
export function toInboxQuery({ list: _list, from: _from, cursor, ...query }: WebhooksView) {
  return { ...query, start_cursor: cursor };
}

/** The filters in force, in words; none where all is shown. */
export function filterLabels(filters: InboxFilters): string[] {
  const { event_type: type, member_id: memberId, state, verdict } = filters;
  const received = receivedLabel(filters);
  return [
    ...(type === undefined ? [] : [`Type is ${eventTypeLabel(type)}`]),
    ...(memberId === undefined ? [] : [`Member is ${memberId}`]),
    ...(state === undefined ? [] : [`State is ${eventStateLabel(state).label}`]),
    ...(verdict === undefined ? [] : [`Verdict is ${outcomeLabel(verdict).label}`]),
    ...(received === undefined ? [] : [`Received ${received}`]),
  ];
}

/** The span of time that is asked for, in words; undefined where none is. */
export function receivedLabel({
  since,
  until,
}: Pick<InboxFilters, 'since' | 'until'>): string | undefined {
  const from = since && formatDateTime(new Date(since));
  const to = until && formatDateTime(new Date(until));
  if (from && to) return `${from} to ${to}`;
  if (from) return `since ${from}`;
  return to && `before ${to}`;
}
