import { and, eq, lt } from 'drizzle-orm';
import { MEMBER_STATUSES } from '#contract/loyalty/members/member.ts';
import { isIncomplete } from '#contract/reader.ts';
import { LoyaltyCallError, type LoyaltyClient } from '#services/gateway/loyalty/loyalty-client.ts';
import { isUnknownMember } from '#services/gateway/loyalty/unknown-member.ts';
import { addSeconds, type Clock } from '#services/platform/clock.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { type Claim, createClaims, LeaseLostError } from '#services/platform/jobs/claims.ts';
import type { Log } from '#services/platform/log.ts';
import { directoryCounts, directoryMembers, directoryRemovals } from './directory-members-table.ts';
import { directoryStates } from './directory-states-table.ts';
import { type Page, readMember, readPage } from './read-members.ts';
import { deleteUnusedWords, removeMembers } from './remove-members.ts';
import { writeMembers } from './write-members.ts';

/** Longer than the loyalty service may take for a page. */
const LEASE_SECONDS = 60;
/** Pages to crawl between two polls for changes. */
const PAGES_AT_A_TIME = 20;
/** Unseen members to request between two polls for changes. */
const CHECKS_AT_A_TIME = 100;
const CONCURRENT_CHECKS = 4;
/** Removals are remembered for longer than any request takes. */
const REMOVAL_SECONDS = 3_600;

export const directoryClaims = createClaims({
  table: directoryStates,
  key: 'teamId',
  batchSize: 4,
  leaseSeconds: LEASE_SECONDS,
  retry: { firstSeconds: 5, factor: 2, maxSeconds: 300 },
});
export type DirectoryClaim = Claim<typeof directoryStates>;

export interface CrawlDependencies {
  db: Database;
  clock: Clock;
  client: LoyaltyClient;
  log: Log;
}

/** Begins a crawl: from here on it continues after every interruption. */
export async function beginCrawl(dependencies: CrawlDependencies, claim: DirectoryClaim) {
  const startedAt = dependencies.clock.now();
  let total = 0;
  for (const status of MEMBER_STATUSES) {
    total += (await readPage(dependencies, { member_status: status, count: '1' })).total;
  }
  await save(dependencies.db, dependencies.clock, claim, {
    crawlStartedAt: startedAt,
    crawlStatus: MEMBER_STATUSES[0],
    crawlCursor: null,
    crawlRead: 0,
    crawlTotal: total,
    crawlWithoutId: 0,
  });
}

/** Reads the next pages of a crawl, and then checks the members that it has not seen. */
export async function continueCrawl(dependencies: CrawlDependencies, claim: DirectoryClaim) {
  if (claim.crawlStatus !== null) await readPages(dependencies, claim);
  if (claim.crawlStatus === null) await finishCrawl(dependencies, claim);
}

/** Reads a page while the one before is being written. */
async function readPages(dependencies: CrawlDependencies, claim: DirectoryClaim): Promise<void> {
  const { db, clock, log } = dependencies;
  let position: Position = claim;
  let reading = startReading(dependencies, position);
  for (let pages = 1; pages <= PAGES_AT_A_TIME; pages += 1) {
    const page = await reading.catch(async (error: unknown) => {
      // The cursor may have expired during an interruption: the next attempt starts this status again.
      const isRejected = position.crawlCursor !== null && isUnknown(error);
      if (isRejected) await save(db, clock, claim, { crawlCursor: null });
      throw error;
    });
    logIncomplete(log, claim, page);
    position = positionAfter(position, page);
    if (position.crawlStatus !== null && pages < PAGES_AT_A_TIME) {
      reading = startReading(dependencies, position);
    }
    await savePage(dependencies, claim, page, { touch: true, changes: position });
    if (position.crawlStatus === null) return;
  }
}

function logIncomplete(log: Log, { teamId }: DirectoryClaim, { members, withoutId }: Page): void {
  const incomplete = members.filter(isIncomplete).length + withoutId;
  if (incomplete === 0) return;
  const details = { teamId, members: incomplete };
  log.warn(details, 'the loyalty service sent members that cannot be read completely');
}

type Position = Pick<
  DirectoryClaim,
  'crawlStatus' | 'crawlCursor' | 'crawlRead' | 'crawlWithoutId'
>;

function positionAfter(position: Position, page: Page): Position {
  return {
    crawlStatus: page.next === undefined ? statusAfter(position.crawlStatus) : position.crawlStatus,
    crawlCursor: page.next ?? null,
    crawlRead: position.crawlRead + page.members.length,
    crawlWithoutId: position.crawlWithoutId + page.withoutId,
  };
}

function startReading(dependencies: CrawlDependencies, { crawlStatus, crawlCursor }: Position) {
  const reading = readPage(dependencies, { member_status: crawlStatus ?? '' }, crawlCursor);
  // Avoid an unhandled rejection while the page before is being written.
  reading.catch(() => undefined);
  return reading;
}

function statusAfter(status: string | null): string | null {
  const index = (MEMBER_STATUSES as readonly (string | null)[]).indexOf(status);
  return MEMBER_STATUSES[index + 1] ?? null;
}

/**
 * Requests the next members that the crawl has not seen: they were deleted, or their status changed in
 * between. Finishes the crawl when there are none.
 */
async function finishCrawl(dependencies: CrawlDependencies, claim: DirectoryClaim): Promise<void> {
  const { db, clock, log } = dependencies;
  const { teamId, crawlStartedAt } = claim;
  if (crawlStartedAt === null) return;
  const unseen = await db
    .select({ serviceId: directoryMembers.serviceId })
    .from(directoryMembers)
    .where(and(eq(directoryMembers.teamId, teamId), lt(directoryMembers.readAt, crawlStartedAt)))
    .limit(CHECKS_AT_A_TIME);
  let outdated = 0;
  for (let index = 0; index < unseen.length; index += CONCURRENT_CHECKS) {
    const some = unseen.slice(index, index + CONCURRENT_CHECKS);
    const checked = await Promise.all(
      some.map(({ serviceId }) => checkMember(dependencies, teamId, serviceId)),
    );
    outdated += checked.filter((isUpdated) => !isUpdated).length;
    await save(db, clock, claim, {});
  }
  if (outdated > 0) {
    log.warn({ teamId, members: outdated }, 'the directory has members that it cannot update');
  }
  if (unseen.length === CHECKS_AT_A_TIME) return;
  await deleteLeftovers(dependencies, claim);
  await save(db, clock, claim, {
    crawlStartedAt: null,
    completeAt: crawlStartedAt,
    currentAt: crawlStartedAt,
    withoutId: claim.crawlWithoutId,
  });
}

/**
 * Reads one member again; removes it if the service doesn't know it.
 * @returns false if it can't be stored: it stays as it was
 */
async function checkMember(
  { db, clock, client, log }: CrawlDependencies,
  teamId: number,
  serviceId: string,
): Promise<boolean> {
  const readAt = clock.now();
  try {
    const member = await readMember(client, serviceId);
    const isStored = await db.transaction((tx) =>
      writeMembers(tx, teamId, [{ members: [member], readAt }], { touch: true, log }),
    );
    if (!isStored) await touchMember(db, teamId, serviceId, readAt);
    return isStored;
  } catch (error) {
    if (!isUnknown(error)) throw error;
    await db.transaction((tx) => removeMembers(tx, teamId, [{ serviceId, removedAt: readAt }]));
    return true;
  }
}

/** Counts a member as seen by the crawl. */
async function touchMember(db: Queries, teamId: number, serviceId: string, readAt: Date) {
  await db
    .update(directoryMembers)
    .set({ readAt })
    .where(
      and(
        eq(directoryMembers.teamId, teamId),
        eq(directoryMembers.serviceId, serviceId),
        lt(directoryMembers.readAt, readAt),
      ),
    );
}

const isUnknown = (error: unknown) => error instanceof LoyaltyCallError && isUnknownMember(error);

/** Deletes what is left of removed members. */
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
  await db
    .delete(directoryCounts)
    .where(and(eq(directoryCounts.teamId, claim.teamId), eq(directoryCounts.members, 0)));
  let last: string | undefined = '';
  while (last !== undefined) {
    last = await deleteUnusedWords(db, claim.teamId, last);
    await save(db, clock, claim, {});
  }
}

/** Like `save`, with a page of members in the same transaction. */
export async function savePage(
  { db, clock, log }: CrawlDependencies,
  claim: DirectoryClaim,
  page: Page,
  { touch, changes = {} }: { touch: boolean; changes?: StateChanges },
): Promise<void> {
  const outcome = await db.transaction(async (tx) => {
    await writeMembers(tx, claim.teamId, [page], { touch, log });
    return writeState(tx, clock, claim, changes);
  });
  // Once it is committed: until then the lease in the database is the old one.
  Object.assign(claim, outcome);
}

/** Saves the position and extends the lease. @throws {LeaseLostError} */
export async function save(
  db: Database,
  clock: Clock,
  claim: DirectoryClaim,
  changes: StateChanges,
): Promise<void> {
  Object.assign(claim, await writeState(db, clock, claim, changes));
}

type StateChanges = Partial<typeof directoryStates.$inferInsert>;

async function writeState(db: Queries, clock: Clock, claim: DirectoryClaim, changes: StateChanges) {
  const outcome = { ...changes, nextAttemptAt: addSeconds(clock.now(), LEASE_SECONDS) };
  if (!(await directoryClaims.finish(db, claim, outcome))) throw new LeaseLostError();
  return outcome;
}
