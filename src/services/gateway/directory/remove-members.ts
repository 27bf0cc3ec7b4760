import { and, eq, inArray, or, type SQL, sql } from 'drizzle-orm';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { deleteBatch } from '#services/platform/database/delete-batch.ts';
import {
  directoryMembers,
  directoryRemovals,
  directorySightings,
  directoryTiers,
  directoryWords,
} from './directory-members-table.ts';
import { lastSeenAt } from './sightings.ts';
import { lockDirectory } from './write-members.ts';

/** A member that was read as deleted at a time. */
interface Removal {
  serviceId?: string;
  memberId?: string;
  removedAt: Date;
}

/** Removes members in a transaction, and remembers it. An older removal never removes a newer state. */
export async function removeMembers(
  tx: Queries,
  teamId: number,
  removals: readonly Removal[],
): Promise<void> {
  if (removals.length === 0 || !(await lockDirectory(tx, teamId, 'update'))) return;
  const { serviceId, memberId } = directoryMembers;
  const earliest = new Date(Math.min(...removals.map(({ removedAt }) => removedAt.getTime())));
  const timesBy = (key: 'serviceId' | 'memberId') =>
    new Map(removals.flatMap((each) => (each[key] ? [[each[key], each.removedAt]] : [])));
  const byServiceId = timesBy('serviceId');
  const byMemberId = timesBy('memberId');
  const found = await tx
    .select({ serviceId, memberId, seenAt: lastSeenAt(earliest) })
    .from(directoryMembers)
    .where(
      and(
        eq(directoryMembers.teamId, teamId),
        or(inArray(serviceId, [...byServiceId.keys()]), inArray(memberId, [...byMemberId.keys()])),
      ),
    );
  const removed = new Map(byServiceId);
  const deleted: string[] = [];
  for (const member of found) {
    const removedAt = byServiceId.get(member.serviceId) ?? byMemberId.get(member.memberId);
    if (removedAt === undefined || member.seenAt > removedAt) continue;
    removed.set(member.serviceId, removedAt);
    deleted.push(member.serviceId);
  }
  if (removed.size === 0) return;
  await tx
    .delete(directoryMembers)
    .where(and(eq(directoryMembers.teamId, teamId), inArray(serviceId, deleted)));
  await tx
    .insert(directoryRemovals)
    .values(Array.from(removed, ([id, removedAt]) => ({ teamId, serviceId: id, removedAt })))
    .onConflictDoUpdate({
      target: [directoryRemovals.teamId, directoryRemovals.serviceId],
      set: { removedAt: sql`greatest(${directoryRemovals.removedAt}, excluded.removed_at)` },
    });
}

const UNUSED_WORDS_BATCH = 1_000;

/**
 * Deletes words that no member has any more, which may be names of removed members.
 * @param after the last word of the previous batch
 * @returns the last word of this batch; undefined after the last one
 */
export async function deleteUnusedWords(
  db: Database,
  teamId: number,
  after: string,
): Promise<string | undefined> {
  return db.transaction(async (tx) => {
    // Keeps new members with the same words out until this is committed.
    if (!(await lockDirectory(tx, teamId, 'update'))) return undefined;
    const batch = await tx
      .select({ word: directoryWords.word })
      .from(directoryWords)
      .where(and(eq(directoryWords.teamId, teamId), sql`${directoryWords.word} > ${after}`))
      .orderBy(directoryWords.word)
      .limit(UNUSED_WORDS_BATCH);
    if (batch.length === 0) return undefined;
    const words = batch.map(({ word }) => word);
    const query = sql`array_to_tsvector(array[${`${teamId}:`} || ${directoryWords.word}])`;
    await tx.delete(directoryWords).where(
      and(
        eq(directoryWords.teamId, teamId),
        inArray(directoryWords.word, words),
        sql`not exists (select from ${directoryMembers}
          where ${directoryMembers.words} @@ ${asQuery(query)})`,
      ),
    );
    return words.at(-1);
  });
}

/** A vector of one lexeme, written as text, is the query for that lexeme. */
const asQuery = (vector: SQL) => sql`(${vector}::text)::tsquery`;

const ERASED_BATCH = 250;

/**
 * Deletes a batch of a team's directory in a transaction.
 * @returns false if it was empty
 */
export async function deleteDirectoryBatch(tx: Queries, teamId: number): Promise<boolean> {
  for (const { table, key } of [
    { table: directoryMembers, key: directoryMembers.serviceId },
    { table: directoryWords, key: directoryWords.word },
    { table: directoryRemovals, key: directoryRemovals.serviceId },
    { table: directoryTiers, key: directoryTiers.tierId },
    { table: directorySightings, key: directorySightings.id },
  ]) {
    const where = eq(table.teamId, teamId);
    const options = { table, key, where, orderBy: key, limit: ERASED_BATCH };
    if ((await deleteBatch(tx, options)).length > 0) return true;
  }
  return false;
}
