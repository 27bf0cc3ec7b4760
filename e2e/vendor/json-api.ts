import { type Exchange, errorReply, type Reply, reply } from './exchange.ts';

export interface Resource {
  readonly id: string;
  readonly type: string;
  readonly [member: string]: unknown;
}

const MEDIA_TYPE = 'application/vnd.api+json';

export function document(status: number, content: object): Reply {
  return reply(status, content, MEDIA_TYPE);
}

/** The error of a status, with the members that the specification names for it. */
export function jsonApiError(exchange: Exchange, status: number): Reply {
  const code = status === 403 ? '4030000' : String(status);
  return errorReply(exchange, status, { errors: [{ code, title: 'No', status: String(status) }] });
}

/** The response to a POST. */
export function createdReply({ switches }: Exchange, resource: Resource): Reply {
  const { id: _, ...nameless } = resource;
  if (switches.created === 'html') return reply(switches.createdStatus, '<p>Done</p>', 'text/html');
  return document(switches.createdStatus, {
    data: switches.created === 'nameless' ? nameless : resource,
  });
}

/** Items without identity, if the switches ask for them. */
export function unreadableItems({ switches }: Exchange): unknown[] {
  return switches.hasUnreadableItem ? [{ attributes: 7 }, null, 'text'] : [];
}

/** A page of a list. `included` only if something was asked for. */
export function listReply(
  exchange: Exchange,
  all: readonly Resource[],
  included: Resource[],
): Reply {
  const { query, switches } = exchange;
  const { maximumPageSize, links } = switches;
  const size = Math.min(Number(query.get('page[size]') ?? 20), maximumPageSize);
  const number = Number(query.get('page[number]') ?? 1);
  const pages = Math.max(1, Math.ceil(all.length / size));
  const data = [...all.slice((number - 1) * size, number * size), ...unreadableItems(exchange)];
  const to = (page: number) => linkTo(exchange, size, page);
  const existing = {
    self: to(number),
    first: to(1),
    ...(number < pages && { next: to(number + 1) }),
    ...(number > 1 && { prev: to(number - 1) }),
  };
  const shown = { next: null, prev: null, ...existing };
  return document(200, {
    data,
    ...(links !== 'none' && { links: links === 'omitted' ? existing : shown }),
    ...(query.has('include') && { included }),
  });
}

function linkTo({ path, query, switches, headers }: Exchange, size: number, page: number): string {
  const parameters = new URLSearchParams(query);
  parameters.set('page[size]', String(size));
  parameters.set('page[number]', String(page));
  const relative = `${path}?${parameters}`;
  return switches.links === 'relative' ? relative : `https://internal.${headers.host}${relative}`;
}
