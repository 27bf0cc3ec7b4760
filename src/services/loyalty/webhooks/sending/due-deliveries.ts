import { sql } from 'drizzle-orm';
import { deliveries } from '#services/loyalty/webhooks/deliveries-table.ts';
import { webhookTargets } from '#services/loyalty/webhooks/webhook-targets-table.ts';
import type { Queries } from '#services/platform/database/database.ts';

/** The most deliveries to a webhook in one run. */
const MAX_PER_TARGET = 3;
/** The most deliveries of a program in one run: each of its webhooks has a place, even if all others hang. */
const MAX_PER_PROGRAM = 64;
const MAX_DUE = 512;
/** The largest size of a delivery that a process before 0.3.0 stored. */
const STORED_BYTES = 1024 * 1024;

export interface DueDelivery {
  id: number;
  targetId: number;
  programId: number;
  bytes: number;
  /** Deliveries with the same one have the same events; null if a process before 0.3.0 stored it. */
  firstEventId: number | null;
}

interface Options {
  now: Date;
  /** Webhooks that get nothing now. */
  busyTargets: readonly number[];
  /** Deliveries to leave out. */
  setAside: readonly number[];
}

/** Deliveries to attempt now, the first of each program before the second of any, and likewise of each webhook. */
export async function listDueDeliveries(
  db: Queries,
  { now, busyTargets, setAside }: Options,
): Promise<DueDelivery[]> {
  const { rows } = await db.execute<
    Record<'id' | 'target' | 'program' | 'bytes', number | string> & { event: number | null }
  >(sql`
    select id, target, program, bytes, event from (
      select due.id, target.id as target, target.program_id as program, due.bytes, due.event,
        row_number() over (
          partition by target.program_id order by due.place, due.next_attempt_at, due.id
        ) as turn
      from ${webhookTargets} target
      cross join lateral (
        select delivery.id, delivery.next_attempt_at, coalesce(delivery.bytes, ${STORED_BYTES}) as bytes,
          delivery.event_ids[1]::float8 as event,
          row_number() over (order by delivery.next_attempt_at, delivery.id) as place
        from ${deliveries} delivery
        where delivery.target_id = target.id and delivery.state = 'waiting'
          and delivery.next_attempt_at <= ${now.toISOString()} and ${isNoneOf('delivery.id', setAside)}
        order by delivery.next_attempt_at, delivery.id
        limit ${MAX_PER_TARGET}
      ) due
      where target.disabled_at is null and ${isNoneOf('target.id', busyTargets)}
    ) ranked
    where turn <= ${MAX_PER_PROGRAM}
    order by turn, id
    limit ${MAX_DUE}`);
  return rows.map(({ id, target, program, bytes, event }) => ({
    id: Number(id),
    targetId: Number(target),
    programId: Number(program),
    bytes: Number(bytes),
    firstEventId: event,
  }));
}

/** Uses one parameter, however many IDs there are. */
const isNoneOf = (column: string, ids: readonly number[]) =>
  sql`${sql.raw(column)} <> all(${`{${ids.join(',')}}`}::bigint[])`;
