import { and, eq, lt, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '#services/platform/database/database.ts';
import { directoryMembers, directorySightings } from './directory-members-table.ts';

// A crawl doesn't write the members that it finds unchanged: only which they are, many in a row.

/** Saves in a transaction which members (their `row`s) a crawl found unchanged. */
export async function saveSighting(
  tx: Queries,
  teamId: number,
  memberRows: number[],
  readAt: Date,
): Promise<void> {
  if (memberRows.length > 0) {
    await tx.insert(directorySightings).values({ teamId, memberRows, readAt });
  }
}

/** Whether a crawl found a member unchanged after a time, although it was written before. */
export function isSeenAfter(teamId: number, memberRow: SQL, time: SQL): SQL {
  const { teamId: team, memberRows, readAt } = directorySightings;
  return sql`exists (
    select from ${directorySightings}
    where ${team} = ${teamId} and ${readAt} > ${time} and ${memberRows} @> array[${memberRow}])`;
}

/**
 * When a member was last found like this: when it was written, or a later sighting.
 * @param after only these sightings are looked up
 */
export function lastSeenAt(after: Date): SQL<Date> {
  const { teamId, memberRows, readAt } = directorySightings;
  return sql`greatest(${directoryMembers.readAt}, (
    select max(${readAt}) from ${directorySightings}
    where ${teamId} = ${directoryMembers.teamId} and ${readAt} > ${after.toISOString()}
      and ${memberRows} @> array[${directoryMembers.row}]))`.mapWith(readAt);
}

export async function deleteSightings(db: Queries, teamId: number, before: Date): Promise<void> {
  const { readAt } = directorySightings;
  await db
    .delete(directorySightings)
    .where(and(eq(directorySightings.teamId, teamId), lt(readAt, before)));
}

/** Members that are compared with the sightings by one statement. */
const BATCH_SIZE = 5_000;

/**
 * Finds members that the crawl since a time has neither written nor found unchanged.
 * @param after the `last` of the previous batch
 * @returns their ids, at most `limit`, and where the next batch begins; undefined after the last one
 */
export async function listUnseen(
  db: Queries,
  teamId: number,
  { since, after, limit }: { since: Date; after: string; limit: number },
): Promise<{ unseen: string[]; last: string | undefined }> {
  const time = sql`${since.toISOString()}::timestamptz`;
  const { rows } = await db.execute<{ last: string | null; unseen: string[] }>(sql`
    with batch as materialized (
      select service_id, "row", read_at from ${directoryMembers}
      where team_id = ${teamId} and service_id > ${after}
      order by service_id limit ${BATCH_SIZE}),
    seen as (
      select unnest(member_rows) as member_row from ${directorySightings}
      where team_id = ${teamId} and read_at >= ${time})
    select (select service_id from batch order by service_id desc limit 1) as last,
      array(
        select service_id from batch
        where read_at < ${time} and not exists (select from seen where member_row = batch."row")
        order by service_id limit ${limit}) as unseen`);
  const { last, unseen } = rows[0] ?? { last: null, unseen: [] };
  return { unseen, last: (unseen.length === limit ? unseen.at(-1) : last) ?? undefined };
}
