import * as z from 'zod/mini';
import { formatDateTime } from '#console/lib/dates/format-date.ts';
import { cursorFields, cursorSearch } from '#console/lib/url/cursor-search.ts';
import { unreadableParams } from '#console/lib/url/search-params.ts';
import { eventStateLabel, eventTypeLabel } from '#console/shared/inbox/event-labels.ts';
import { INBOX_EVENT_STATES, OUTCOME_FILTERS } from '#contract/gateway/inbox.ts';
import { instantSchema } from '#contract/instant.ts';
import { outcomeLabel } from './outcome-labels.ts';

export type InboxList = 'events' | 'requests';

const text = z.catch(z.optional(z.string().check(z.trim(), z.minLength(1))), undefined);
const instant = z.catch(z.optional(instantSchema), undefined);

const viewSchema = z.object({
  list: z.catch(z.enum(['events', 'requests']), 'events'),
  event_type: text,
  member_id: text,
  q: text,
  state: z.catch(z.optional(z.enum(INBOX_EVENT_STATES)), undefined),
  verdict: z.catch(z.optional(z.enum(OUTCOME_FILTERS)), undefined),
  since: instant,
  until: instant,
  /** Tests are sent from the console. */
  test: z.catch(z.optional(z.enum(['true', 'false'])), undefined),
  ...cursorFields,
});
const { parse, write } = cursorSearch(viewSchema);

export type InboxView = ReturnType<typeof parse>;
/** The filters of both lists; `FILTERS` says which list has which. */
export type InboxFilters = Pick<
  InboxView,
  'event_type' | 'member_id' | 'q' | 'state' | 'verdict' | 'since' | 'until' | 'test'
>;

/** The filters that the API has for each list. */
const FILTERS = {
  events: ['event_type', 'member_id', 'q', 'state', 'since', 'until', 'test'],
  requests: ['event_type', 'member_id', 'verdict', 'since', 'until', 'test'],
} as const satisfies Record<InboxList, readonly (keyof InboxFilters)[]>;

export const NO_FILTERS: InboxFilters = {
  event_type: undefined,
  member_id: undefined,
  q: undefined,
  state: undefined,
  verdict: undefined,
  since: undefined,
  until: undefined,
  test: undefined,
};

/** Parses the URL. Missing and invalid parameters, and those of the other list, get their default. */
export function parseInboxView(search: URLSearchParams): InboxView {
  const view = parse(search);
  const filters = Object.fromEntries(FILTERS[view.list].map((name) => [name, view[name]]));
  return { ...view, ...NO_FILTERS, ...filters };
}

/** The filters of a list that are in the URL but can't be read. */
export function unreadableFilters(
  search: URLSearchParams,
  list: InboxList,
): readonly (keyof InboxFilters)[] {
  const unreadable = unreadableParams(viewSchema, search);
  return FILTERS[list].filter((name) => unreadable.includes(name));
}

export const inboxSearch = write;

/** The query string of another list with the filters that both lists have. */
export function otherListSearch(filters: InboxFilters, list: InboxList): string {
  const { event_type, member_id, since, until, test } = filters;
  const sharedFilters = { ...NO_FILTERS, event_type, member_id, since, until, test };
  return write({ ...parse(new URLSearchParams()), ...sharedFilters, list });
}

/** The query parameters of an API request for a view. */
export function toInboxQuery({ list: _list, from: _from, cursor, ...query }: InboxView) {
  return { ...query, start_cursor: cursor };
}

/** The active filters as text, for example "Status is Failed". */
export function filterLabels(filters: InboxFilters): string[] {
  const { event_type: type, member_id: memberId, q, state, verdict, test } = filters;
  const received = receivedLabel(filters);
  return [
    ...(type === undefined ? [] : [`Type is ${eventTypeLabel(type)}`]),
    ...(memberId === undefined ? [] : [`Member is ${memberId}`]),
    ...(q === undefined ? [] : [`Data contains “${q}”`]),
    ...(state === undefined ? [] : [`Status is ${eventStateLabel(state).label}`]),
    ...(verdict === undefined ? [] : [`Outcome is ${outcomeLabel(verdict).label}`]),
    ...(received === undefined ? [] : [`Received ${received}`]),
    ...(test === undefined ? [] : [test === 'true' ? 'Only tests' : 'Tests are hidden']),
  ];
}

/** The filtered time range as text; undefined without one. */
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
