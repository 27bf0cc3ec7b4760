import { and, eq, lt } from 'drizzle-orm';
import { directoryRemovals } from '#services/gateway/directory/directory-members-table.ts';
import { deleteUnusedWords, removeMembers } from '#services/gateway/directory/remove-members.ts';
import {
  deleteSightings,
  listUnseen,
  loadSightings,
} from '#services/gateway/directory/sightings.ts';
import { LoyaltyCallError } from '#services/gateway/loyalty/loyalty-client.ts';
import { isUnknownMember } from '#services/gateway/loyalty/unknown-member.ts';
import { addSeconds } from '#services/platform/clock.ts';
import { type CrawlDependencies, type DirectoryClaim, save, writeRead } from './crawl-claim.ts';
import { readMember } from './read-members.ts';

/** Unseen members to request between two polls for changes. */
const CHECKS_AT_A_TIME = 100;
const CONCURRENT_CHECKS = 4;
/** Batches of members to look for unseen ones in between two polls for changes. */
const UNSEEN_BATCHES_AT_A_TIME = 200;
/** Removals are remembered for longer than any request takes. */
const REMOVAL_SECONDS = 3_600;

/**
 * Requests the next members that the crawl has not seen: they were deleted, or their status changed in
 * between. Finishes the crawl after the last one.
 */
export async function finishCrawl(
  dependencies: CrawlDependencies,
  claim: DirectoryClaim,
): Promise<void> {
  const { db, clock, log } = dependencies;
  const { teamId, crawlStartedAt } = claim;
  if (crawlStartedAt === null) return;
  const seen = await loadSightings(db, teamId, crawlStartedAt);
  let [checks, outdated] = [0, 0];
  let last: string | undefined = claim.crawlCursor ?? '';
  for (let batches = 0; batches < UNSEEN_BATCHES_AT_A_TIME; batches += 1) {
    const from = { since: crawlStartedAt, seen, after: last, limit: CHECKS_AT_A_TIME - checks };
    const batch = await listUnseen(db, teamId, from);
    for (let index = 0; index < batch.unseen.length; index += CONCURRENT_CHECKS) {
      const some = batch.unseen.slice(index, index + CONCURRENT_CHECKS);
      const checked = await Promise.all(
        some.map((serviceId) => checkMember(dependencies, teamId, serviceId)),
      );
      outdated += checked.filter((isUpdated) => !isUpdated).length;
      await save(db, clock, claim, {});
    }
    checks += batch.unseen.length;
    last = batch.last;
    if (last !== undefined) await save(db, clock, claim, { crawlCursor: last });
    if (last === undefined || checks === CHECKS_AT_A_TIME) break;
  }
  if (outdated > 0) {
    log.warn({ teamId, members: outdated }, 'the directory has members that it cannot update');
  }
  if (last !== undefined) return;
  await deleteLeftovers(dependencies, claim);
  await save(db, clock, claim, {
    crawlStartedAt: null,
    crawlCursor: null,
    completeAt: crawlStartedAt,
    currentAt: crawlStartedAt,
    withoutId: claim.crawlWithoutId,
    stopReason: claim.crawlStopReason,
  });
}

/**
 * Reads one member again; removes it if the service doesn't know it.
 * @returns false if it can't be stored: it stays as it was
 */
async function checkMember(
  dependencies: CrawlDependencies,
  teamId: number,
  serviceId: string,
): Promise<boolean> {
  const { db, clock, client } = dependencies;
  const readAt = clock.now();
  try {
    const members = [await readMember(client, serviceId)];
    const skipped = await db.transaction((tx) =>
      writeRead(tx, dependencies, teamId, { members, readAt }, { isSighting: true }),
    );
    return skipped === 0;
  } catch (error) {
    if (!isUnknown(error)) throw error;
    await db.transaction((tx) => removeMembers(tx, teamId, [{ serviceId, removedAt: readAt }]));
    return true;
  }
}

export const isUnknown = (error: unknown) =>
  error instanceof LoyaltyCallError && isUnknownMember(error);

/** Deletes what is left of removed members and of the crawl before. */
async function deleteLeftovers(
  { db, clock }: CrawlDependencies,
  claim: DirectoryClaim,
): Promise<void> {
  const before = addSeconds(clock.now(), -REMOVAL_SECONDS);
  await db
    .delete(directoryRemovals)
    .where(
      and(eq(directoryRemovals.teamId, claim.teamId), lt(directoryRemovals.removedAt, before)),
    );
  if (claim.crawlStartedAt !== null) {
    await deleteSightings(db, claim.teamId, claim.crawlStartedAt);
  }
  let last: string | undefined = '';
  while (last !== undefined) {
    last = await deleteUnusedWords(db, claim.teamId, last);
    await save(db, clock, claim, {});
  }
}
