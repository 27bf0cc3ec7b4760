import { and, eq, inArray, type SQL, sql } from 'drizzle-orm';
import type { MemberStatus } from '#services/loyalty/members/members-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { jsonRows } from '#services/platform/database/json-rows.ts';
import { memberCounters, memberDayCounters, memberTagCounters } from './member-counters-table.ts';

/** The counted properties of a member. */
interface Counted {
  status: MemberStatus;
  enrolledAt: Date;
  tags: readonly string[];
}

/** A member before and after a change: without `from` a new one, without `to` a deleted one. */
interface Move {
  from?: Counted;
  to?: Counted;
}

/**
 * Moves members between the counters of a program, in the transaction of the changes. Counters are
 * locked in the same order by all transactions, which can't deadlock: those of statuses first, then
 * those of days, and of each kind by key.
 */
export async function moveBetweenCounters(
  tx: Queries,
  programId: number,
  moves: readonly Move[],
): Promise<void> {
  await moveBetweenStatuses(tx, programId, moves);
  await moveBetweenDays(tx, programId, moves);
  await moveBetweenTags(tx, programId, moves);
}

async function moveBetweenStatuses(
  tx: Queries,
  programId: number,
  moves: readonly Move[],
): Promise<void> {
  const keyOf = ({ status }: Counted) => ({ status, key: status });
  const steps = stepsOf(moves, keyOf);
  if (steps.length === 0) return;
  const { columns, source } = jsonRows(
    memberCounters,
    steps.map(({ status, step }) => ({ programId, status, total: step })),
  );
  await tx.execute(sql`
    insert into ${memberCounters} as counter (${columns})
    select ${columns} from ${source} order by ordinality
    on conflict (program_id, status) do update set total = counter.total + excluded.total`);
}

async function moveBetweenDays(
  tx: Queries,
  programId: number,
  moves: readonly Move[],
): Promise<void> {
  const keyOf = ({ status, enrolledAt }: Counted) => {
    const day = enrolledAt.toISOString().slice(0, 10);
    return { status, day, key: `${status} ${day}` };
  };
  const steps = stepsOf(moves, keyOf);
  if (steps.length === 0) return;
  const { columns, source } = jsonRows(
    memberDayCounters,
    steps.map(({ status, day, step }) => ({ programId, status, day, total: step })),
  );
  await tx.execute(sql`
    insert into ${memberDayCounters} as counter (${columns})
    select ${columns} from ${source} order by ordinality
    on conflict (program_id, status, day) do update set total = counter.total + excluded.total`);
}

async function moveBetweenTags(
  tx: Queries,
  programId: number,
  moves: readonly Move[],
): Promise<void> {
  const steps = stepsOf(moves, tagSetOf).filter(({ tags }) => tags.length > 0);
  if (steps.length === 0) return;
  const { columns, source } = jsonRows(
    memberTagCounters,
    steps.map(({ status, tags, step }) => ({ programId, status, tags, total: step })),
  );
  const { rows } = await tx.execute<{ digest: string; total: number | string }>(sql`
    insert into ${memberTagCounters} as counter (${columns}, tags_digest)
    select ${columns}, ${digestOf(sql`tags`)} from ${source} order by ordinality
    on conflict (program_id, status, tags_digest)
      do update set total = counter.total + excluded.total
    returning tags_digest as digest, total`);
  const empty = rows.filter(({ total }) => Number(total) === 0);
  if (empty.length === 0) return;
  // Sets that nobody has any more would accumulate where tags are free text.
  await tx.delete(memberTagCounters).where(
    and(
      eq(memberTagCounters.programId, programId),
      inArray(
        memberTagCounters.tagsDigest,
        empty.map(({ digest }) => digest),
      ),
      eq(memberTagCounters.total, 0),
    ),
  );
}

/** The counters that change, and by how much, in the order of their keys. */
function stepsOf<Counter extends { key: string }>(
  moves: readonly Move[],
  counterOf: (member: Counted) => Counter,
): (Counter & { step: number })[] {
  const steps = new Map<string, Counter & { step: number }>();
  const count = (member: Counted | undefined, step: 1 | -1) => {
    if (!member) return;
    const counter = counterOf(member);
    const before = steps.get(counter.key)?.step ?? 0;
    steps.set(counter.key, { ...counter, step: before + step });
  };
  for (const { from, to } of moves) {
    count(from, -1);
    count(to, 1);
  }
  const changed = [...steps.values()].filter(({ step }) => step !== 0);
  return changed.sort((a, b) => (a.key < b.key ? -1 : 1));
}

/** The counter of a member's tags. Order and duplicates make no difference. */
function tagSetOf({ status, tags: given }: Counted) {
  const tags = [...new Set(given)].sort();
  return { status, tags, key: `${status} ${JSON.stringify(tags)}` };
}

/** Hashed in SQL, so that migrations can compute it too. */
function digestOf(tags: SQL): SQL {
  return sql`encode(sha256(convert_to(to_jsonb(${tags})::text, 'UTF8')), 'hex')`;
}

/** Counts all members of a program again, after they were written without their counters. */
export async function recountMembers(tx: Queries, programId: number): Promise<void> {
  await tx.delete(memberCounters).where(eq(memberCounters.programId, programId));
  await tx.delete(memberDayCounters).where(eq(memberDayCounters.programId, programId));
  await tx.delete(memberTagCounters).where(eq(memberTagCounters.programId, programId));
  await tx.execute(sql`
    insert into ${memberCounters} (program_id, status, total)
    select program_id, status, count(*) from loyalty_members
    where program_id = ${programId} and deleted_at is null
    group by program_id, status`);
  await tx.execute(sql`
    insert into ${memberDayCounters} (program_id, status, day, total)
    select program_id, status, (enrolled_at at time zone 'UTC')::date as day, count(*)
    from loyalty_members
    where program_id = ${programId} and deleted_at is null
    group by program_id, status, day`);
  await tx.execute(sql`
    insert into ${memberTagCounters} (program_id, status, tags_digest, tags, total)
    select program_id, status, ${digestOf(sql`tags`)}, tags, count(*)
    from (
      select program_id, status, array(select distinct unnest(tags) collate "C" order by 1) as tags
      from loyalty_members
      where program_id = ${programId} and deleted_at is null and tags <> '{}'
    ) members
    group by program_id, status, tags`);
}
