import { and, eq, gt, gte, lt, type SQL, sql } from 'drizzle-orm';
import type { Queries } from '#services/platform/database/database.ts';
import { directoryMembers, directorySightings } from './directory-members-table.ts';
import { RowSet } from './row-set.ts';

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

/** In the embedded database nothing else reads or writes while a statement runs. */
const SIGHTINGS_BATCH = 100;
const MEMBERS_BATCH = 500;

/** The members that a crawl found unchanged since a time. */
export async function loadSightings(db: Queries, teamId: number, since: Date): Promise<RowSet> {
  const { id, memberRows, readAt } = directorySightings;
  const seen = new RowSet();
  let last: number | undefined = 0;
  while (last !== undefined) {
    const batch: { id: number; memberRows: number[] }[] = await db
      .select({ id, memberRows })
      .from(directorySightings)
      .where(and(eq(directorySightings.teamId, teamId), gte(readAt, since), gt(id, last)))
      .orderBy(id)
      .limit(SIGHTINGS_BATCH);
    for (const row of batch.flatMap((each) => each.memberRows)) seen.add(row);
    last = batch.at(-1)?.id;
  }
  return seen;
}

/**
 * Finds members that the crawl since a time has neither written nor found unchanged.
 * @param after the `last` of the previous batch
 * @returns their ids, at most `limit`, and where the next batch begins; undefined after the last one
 */
export async function listUnseen(
  db: Queries,
  teamId: number,
  { since, seen, after, limit }: { since: Date; seen: RowSet; after: string; limit: number },
): Promise<{ unseen: string[]; last: string | undefined }> {
  const { row, serviceId, readAt } = directoryMembers;
  const batch = await db
    .select({ row, serviceId, readAt })
    .from(directoryMembers)
    .where(and(eq(directoryMembers.teamId, teamId), gt(serviceId, after)))
    .orderBy(serviceId)
    .limit(MEMBERS_BATCH);
  const unseen = batch
    .filter((member) => member.readAt < since && !seen.has(member.row))
    .map((member) => member.serviceId);
  if (unseen.length < limit) return { unseen, last: batch.at(-1)?.serviceId };
  return { unseen: unseen.slice(0, limit), last: unseen[limit - 1] };
}
