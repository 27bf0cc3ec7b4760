import { type SQL, sql } from 'drizzle-orm';
import { deliveries } from '#services/loyalty/webhooks/deliveries-table.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { splitByBytes } from '#services/platform/database/turns/split-by-bytes.ts';

const EVENTS_PER_DELIVERY = 100;
/** The size of a delivery's events as JSON. Receivers limit what they accept: our inbox to 1 MB (decisions.md, 36). */
const BYTES_PER_DELIVERY = 512 * 1024;

export interface BatchedEvent {
  id: number;
  eventType: string;
  /** The size of its data as JSON. */
  bytes: number;
}

/** The events of one request. */
export interface EventGroup {
  eventType: string;
  eventIds: number[];
  bytes: number;
}

/** Groups events by type, each group as large as a request may be. A single event may exceed the limit of bytes. */
export function groupEvents(events: readonly BatchedEvent[]): EventGroup[] {
  const limits = { maxBytes: BYTES_PER_DELIVERY, maxItems: EVENTS_PER_DELIVERY };
  const byType = Map.groupBy(events, ({ eventType }) => eventType);
  return [...byType].flatMap(([eventType, ofType]) =>
    splitByBytes(ofType, { ...limits, bytesOf: ({ bytes }) => bytes }).map((part) => ({
      eventType,
      eventIds: part.map(({ id }) => id),
      bytes: part.reduce((sum, { bytes }) => sum + bytes, 0),
    })),
  );
}

/** Adds a delivery of each group to each target that isn't paused and wants its type, in one small statement. */
export async function insertDeliveries(
  tx: Queries,
  groups: readonly EventGroup[],
  { targets, now }: { targets: SQL; now: Date },
): Promise<void> {
  const moment = now.toISOString();
  const list = groups.map(({ eventType, eventIds, bytes }) => ({
    event_type: eventType,
    event_ids: eventIds,
    bytes,
  }));
  await tx.execute(sql`
    insert into ${deliveries} (target_id, request_id, event_ids, bytes, next_attempt_at, created_at)
    select target.id, gen_random_uuid()::text, grouped.event_ids, grouped.bytes, ${moment}, ${moment}
    from rows from (
      json_to_recordset(${JSON.stringify(list)}::json) as (event_type text, event_ids bigint[], bytes int)
    ) with ordinality as grouped (event_type, event_ids, bytes, number)
    join ${webhookTargets} target
      on target.event_types is null or target.event_types ? grouped.event_type
    where target.disabled_at is null and ${targets}
    order by grouped.number, target.id`);
}
