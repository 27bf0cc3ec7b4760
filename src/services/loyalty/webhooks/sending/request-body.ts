import { createHash } from 'node:crypto';
import { inArray, sql } from 'drizzle-orm';
import { formatMonthDayYearTime } from '#contract/loyalty/dates.ts';
import { outboundEvents } from '#services/loyalty/webhooks/outbound-events-table.ts';
import type { Queries } from '#services/platform/database/database.ts';

export interface BodySource {
  requestId: string;
  createdAt: Date;
  /** Null if a process before 0.3.0 stored the delivery. */
  eventIds: number[] | null;
  /** As such a process stored it; otherwise empty. */
  body: string;
}

/** In parts, of which the events are shared by the requests to several webhooks. */
export interface RequestBody {
  parts: readonly Uint8Array[];
  /** SHA-256. */
  hash: string;
  /** The events that are still stored; null while those of a body are not known that an older process stored. */
  eventIds: number[] | null;
}

/** The events of a request as JSON, separated by commas. */
interface EventsJson {
  json: Buffer;
  ids: number[];
}

/**
 * Builds the bodies of requests, with the same bytes each time as long as their events are the same.
 * @returns in the order of the sources
 */
export async function buildBodies(
  db: Queries,
  sources: readonly BodySource[],
): Promise<RequestBody[]> {
  const ids = new Set(sources.flatMap(({ body, eventIds }) => (body === '' ? eventIds : []) ?? []));
  const events = await loadEvents(db, [...ids]);
  const groups = new Map<string, EventsJson>();
  return sources.map((source) => {
    const { body, eventIds } = source;
    if (body !== '') return toBody([Buffer.from(body)], eventIds);
    const key = String(eventIds);
    const group = groups.get(key) ?? joinEvents(eventIds ?? [], events);
    groups.set(key, group);
    return toRequestBody(source, group);
  });
}

function toRequestBody(
  { requestId, createdAt }: Pick<BodySource, 'requestId' | 'createdAt'>,
  { json, ids }: EventsJson,
): RequestBody {
  const head = `{"request_id":${JSON.stringify(requestId)},"total_count":${ids.length},"created_date":"${formatMonthDayYearTime(createdAt)}","events":[`;
  return toBody([Buffer.from(head), json, Buffer.from(']}')], ids);
}

function toBody(parts: readonly Uint8Array[], eventIds: number[] | null): RequestBody {
  const hash = createHash('sha256');
  for (const part of parts) hash.update(part);
  return { parts, hash: hash.digest('hex'), eventIds };
}

async function loadEvents(db: Queries, ids: number[]): Promise<Map<number, string>> {
  if (ids.length === 0) return new Map();
  const { id, eventId, eventType, data } = outboundEvents;
  // As the database writes it: the same bytes each time.
  const rows = await db
    .select({ id, eventId, eventType, data: sql<string>`${data}::text` })
    .from(outboundEvents)
    .where(inArray(id, ids));
  return new Map(
    rows.map((event) => [
      event.id,
      `{"id":${JSON.stringify(event.eventId)},"event_type":${JSON.stringify(event.eventType)},"data":${event.data}}`,
    ]),
  );
}

function joinEvents(ids: readonly number[], events: ReadonlyMap<number, string>): EventsJson {
  const stored = ids.filter((id) => events.has(id));
  return { json: Buffer.from(stored.map((id) => events.get(id)).join(',')), ids: stored };
}
