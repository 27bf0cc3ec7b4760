import { eq, sql } from 'drizzle-orm';
import { formatMonthDayYear } from '#contract/loyalty/dates.ts';
import { MEMBER_STATUSES } from '#contract/loyalty/members/member.ts';
import { dateFilter } from '#contract/loyalty/members/member-filters.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { createLoyaltyClient } from '#services/gateway/loyalty/loyalty-client.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import { addSeconds, type Clock, DAY_SECONDS } from '#services/platform/clock.ts';
import { runInContext } from '#services/platform/context.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { LeaseLostError } from '#services/platform/jobs/claims.ts';
import { startWorker, type Worker } from '#services/platform/jobs/worker.ts';
import {
  type CrawlDependencies,
  type DirectoryClaim,
  directoryClaims,
  save,
  savePage,
} from './crawl/crawl-claim.ts';
import { beginCrawl, continueCrawl } from './crawl/crawl-directory.ts';
import { readPage } from './crawl/read-members.ts';
import { directoryStates } from './directory-states-table.ts';
import { secondsBetweenPolls, sqlSecondsBetweenPolls } from './directory-status.ts';
import { deleteDirectoryBatch } from './remove-members.ts';

/** The daily crawl removes members whose deletion we missed. */
const CRAWL_INTERVAL_SECONDS = DAY_SECONDS;
/** Polls overlap by this much, because the two services' clocks differ. */
const OVERLAP_SECONDS = 3_600;

export type DirectoryWorkerDependencies = Pick<
  GatewayDependencies,
  | 'db'
  | 'clock'
  | 'log'
  | 'encryption'
  | 'loyaltyBaseUrl'
  | 'servesLoyalty'
  | 'callOwnLoyalty'
  | 'limits'
  | 'directoryPollSeconds'
>;

/**
 * Starts building the directories of all teams and keeping them current. Any number of processes may
 * do this on one database. Switched off, it erases them instead.
 */
export function startDirectoryWorker(
  dependencies: DirectoryWorkerDependencies,
): Pick<Worker, 'stop'> {
  const { db, clock, log, limits, directoryPollSeconds } = dependencies;
  return startWorker({
    name: 'member-directory',
    intervalMs: limits.directoryPollMs,
    work: () =>
      directoryPollSeconds === 0 ? eraseDirectories(db, clock) : updateDirectories(dependencies),
    log,
  });
}

/**
 * Does the next piece of work for the teams that are due.
 * @returns whether there may be more
 */
export async function updateDirectories(
  dependencies: DirectoryWorkerDependencies,
): Promise<boolean> {
  const { db, clock } = dependencies;
  await db.execute(sql`
    insert into ${directoryStates} (team_id, next_attempt_at)
    select team_id, ${clock.now().toISOString()}::timestamptz from ${loyaltyConnections}
    where team_id not in (select team_id from ${directoryStates})
    on conflict do nothing`);
  const claims = await directoryClaims.claimDue(db, clock.now());
  await Promise.all(
    claims.map((claim) =>
      runInContext({ isBackground: true, teamId: claim.teamId }, () =>
        updateDirectory(dependencies, claim),
      ),
    ),
  );
  return claims.length > 0;
}

async function updateDirectory(
  dependencies: DirectoryWorkerDependencies,
  claim: DirectoryClaim,
): Promise<void> {
  const { db, clock, log, directoryPollSeconds } = dependencies;
  try {
    const client = await createLoyaltyClient(dependencies, claim.teamId);
    if (!client) return;
    await advance({ db, clock, client, log }, claim, directoryPollSeconds);
    const isWaiting = claim.crawlStartedAt === null && claim.currentAt !== null;
    const next = isWaiting ? nextPollAt(claim, directoryPollSeconds) : clock.now();
    const outcome = { attempts: 0, lastError: null, nextAttemptAt: next };
    await directoryClaims.finish(db, claim, outcome);
  } catch (error) {
    if (error instanceof LeaseLostError) return;
    const { outcome, waitSeconds } = directoryClaims.fail(claim, error, clock.now());
    if (outcome.lastError !== claim.lastError) {
      log.warn(
        { err: error, teamId: claim.teamId, waitSeconds },
        'could not update the member directory; will retry',
      );
    }
    await directoryClaims.finish(db, claim, outcome);
  }
}

/**
 * When a directory should have been updated: since the last changes or the last crawl, or since its
 * first crawl began.
 */
export const updateDueAt = (pollSeconds: number, now: Date) => {
  const { currentAt, completeAt, crawlStartedAt, nextAttemptAt } = directoryStates;
  const seconds = sqlSecondsBetweenPolls(pollSeconds);
  return sql`coalesce(
    least(
      ${currentAt} + ${seconds} * interval '1 second',
      ${completeAt} + ${CRAWL_INTERVAL_SECONDS} * interval '1 second'),
    ${crawlStartedAt}, least(${nextAttemptAt}, ${now.toISOString()}::timestamptz))`;
};

/** Changes come first, so that a long crawl doesn't delay them. */
async function advance(
  dependencies: CrawlDependencies,
  claim: DirectoryClaim,
  pollSeconds: number,
): Promise<void> {
  const now = dependencies.clock.now();
  if (claim.completeAt !== null && nextPollAt(claim, pollSeconds) <= now) {
    await readChanges(dependencies, claim);
  }
  const isDue =
    claim.completeAt === null || addSeconds(claim.completeAt, CRAWL_INTERVAL_SECONDS) <= now;
  if (claim.crawlStartedAt === null && isDue) await beginCrawl(dependencies, claim);
  if (claim.crawlStartedAt !== null) await continueCrawl(dependencies, claim);
}

function nextPollAt(claim: DirectoryClaim, pollSeconds: number): Date {
  return addSeconds(claim.currentAt ?? new Date(0), secondsBetweenPolls(claim, pollSeconds));
}

/** Reads the members that changed since the last time. The API's filter knows only whole days. */
async function readChanges(dependencies: CrawlDependencies, claim: DirectoryClaim): Promise<void> {
  const { db, clock } = dependencies;
  const startedAt = clock.now();
  let pages = 0;
  let { stopReason } = claim;
  const since = addSeconds(claim.currentAt ?? startedAt, -OVERLAP_SECONDS);
  const day = formatMonthDayYear(since.toISOString().slice(0, 10));
  for (const status of MEMBER_STATUSES) {
    let cursor: string | null = null;
    do {
      const query = { member_status: status, last_modified_date: dateFilter({ gte: day }) };
      const page = await readPage(dependencies, query, cursor);
      await savePage(dependencies, claim, page, { isSighting: false });
      pages += 1;
      stopReason = page.stopReason ?? stopReason;
      cursor = page.next ?? null;
    } while (cursor !== null);
  }
  await save(db, clock, claim, { currentAt: startedAt, changedPages: pages, stopReason });
}

/**
 * Deletes a batch of a directory, or its state once it is empty: the cascade over a million members would
 * exceed the database's time limit.
 * @returns whether there may be more
 */
export async function eraseDirectories(db: Database, clock: Clock): Promise<boolean> {
  const [state] = await db
    .select({ teamId: directoryStates.teamId })
    .from(directoryStates)
    .limit(1);
  if (!state) return false;
  const ofTeam = eq(directoryStates.teamId, state.teamId);
  const eraseBatch = async (tx: Queries) => {
    // If it is switched on again before all is deleted, it is built from the start.
    await tx
      .update(directoryStates)
      .set({ crawlStartedAt: null, completeAt: null, currentAt: null, nextAttemptAt: clock.now() })
      .where(ofTeam);
    const hasMore = await deleteDirectoryBatch(tx, state.teamId);
    if (!hasMore) await tx.delete(directoryStates).where(ofTeam);
  };
  await runInContext({ isBackground: true, teamId: state.teamId }, () =>
    db.transaction(eraseBatch),
  );
  return true;
}
