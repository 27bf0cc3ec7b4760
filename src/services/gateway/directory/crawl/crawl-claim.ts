import type { Member } from '#contract/loyalty/members/member.ts';
import { directoryStates } from '#services/gateway/directory/directory-states-table.ts';
import { saveSighting } from '#services/gateway/directory/sightings.ts';
import { type ReadMembers, writeMembers } from '#services/gateway/directory/write-members.ts';
import type { LoyaltyClient } from '#services/gateway/loyalty/loyalty-client.ts';
import { addSeconds, type Clock } from '#services/platform/clock.ts';
import type { Database, Queries } from '#services/platform/database/database.ts';
import { type Claim, createClaims, LeaseLostError } from '#services/platform/jobs/claims.ts';
import type { Log } from '#services/platform/log.ts';
import type { Page } from './read-members.ts';

/** Longer than the loyalty service may take for a page. */
const LEASE_SECONDS = 60;
/** Members in a transaction: in the embedded database nothing else reads or writes until it ends. */
const MEMBERS_AT_A_TIME = 50;
/** Of their custom attributes: the index has an entry of each value. */
const ATTRIBUTES_LENGTH_AT_A_TIME = 64 * 1024;

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

/**
 * Like `save`, with a page of members before, the last of them in the same transaction. After an
 * interruption the page is read again.
 */
export async function savePage(
  dependencies: CrawlDependencies,
  claim: DirectoryClaim,
  { members, readAt }: Page,
  { isSighting, changes = {} }: { isSighting: boolean; changes?: StateChanges },
): Promise<void> {
  const { db, clock } = dependencies;
  let start = 0;
  do {
    const some = members.slice(start, start + countAtATime(members, start));
    start += some.length;
    const outcome = await db.transaction(async (tx) => {
      const read = { members: some, readAt };
      await writeRead(tx, dependencies, claim.teamId, read, { isSighting });
      return writeState(tx, clock, claim, start < members.length ? {} : changes);
    });
    // Once it is committed: until then the lease in the database is the old one.
    Object.assign(claim, outcome);
  } while (start < members.length);
}

function countAtATime(members: readonly Member[], start: number): number {
  let length = 0;
  let count = 0;
  while (count < MEMBERS_AT_A_TIME && start + count < members.length) {
    length += JSON.stringify(members[start + count]?.custom_attributes ?? {}).length;
    if (count > 0 && length > ATTRIBUTES_LENGTH_AT_A_TIME) break;
    count += 1;
  }
  return count;
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

/** @returns how many members can't be stored */
export async function writeRead(
  tx: Queries,
  { log }: CrawlDependencies,
  teamId: number,
  read: ReadMembers,
  { isSighting }: { isSighting: boolean },
): Promise<number> {
  const { unchanged, skipped } = await writeMembers(tx, teamId, [read], log);
  if (isSighting) await saveSighting(tx, teamId, unchanged, read.readAt);
  return skipped;
}
