import { MEMBER_STATUSES } from '#contract/loyalty/members/member.ts';
import { isIncomplete } from '#contract/reader.ts';
import type { Log } from '#services/platform/log.ts';
import { type CrawlDependencies, type DirectoryClaim, save, savePage } from './crawl-claim.ts';
import { finishCrawl, isUnknown } from './finish-crawl.ts';
import { type Page, readPage } from './read-members.ts';

/** Pages to crawl between two polls for changes. */
const PAGES_AT_A_TIME = 20;

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
    crawlStopReason: null,
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
    await savePage(dependencies, claim, page, { isSighting: true, changes: position });
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
  'crawlStatus' | 'crawlCursor' | 'crawlRead' | 'crawlWithoutId' | 'crawlStopReason'
>;

function positionAfter(position: Position, page: Page): Position {
  return {
    crawlStatus: page.next === undefined ? statusAfter(position.crawlStatus) : position.crawlStatus,
    crawlCursor: page.next ?? null,
    crawlRead: position.crawlRead + page.members.length,
    crawlWithoutId: position.crawlWithoutId + page.withoutId,
    crawlStopReason: page.stopReason ?? position.crawlStopReason,
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
