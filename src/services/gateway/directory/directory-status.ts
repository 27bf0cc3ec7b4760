import { eq, type SQL, sql } from 'drizzle-orm';
import type { DirectoryStatus } from '#contract/gateway/directory.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import { addSeconds } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { errorResponse } from '#services/platform/json-api/errors.ts';
import { directoryMembers } from './directory-members-table.ts';
import { type DirectoryState, directoryStates } from './directory-states-table.ts';

/** Polls that may be missed before the directory counts as stale, plus a margin. */
const MISSED_POLLS_ALLOWED = 3;
const LATE_SECONDS = 30;

type Dependencies = Pick<GatewayDependencies, 'db' | 'clock' | 'directoryPollSeconds'>;

/**
 * How complete and recent a team's directory is.
 * @throws {JsonApiError} 404 if the team has no loyalty program
 */
export async function getDirectoryStatus(
  { db, clock, directoryPollSeconds }: Dependencies,
  teamId: number,
): Promise<DirectoryStatus> {
  const row = await findState(db, teamId);
  if (!row) throw errorResponse(404, { detail: 'This team has no loyalty program.' });
  if (directoryPollSeconds === 0) return { state: 'off', progress: 0, as_of: null };
  const { state } = row;
  if (state?.currentAt == null) {
    return { state: 'building', progress: state ? progressOf(state) : 0, as_of: null };
  }
  const incomplete = row.incomplete + state.withoutId;
  const lateAt = addSeconds(
    state.currentAt,
    MISSED_POLLS_ALLOWED * secondsBetweenPolls(state, directoryPollSeconds) + LATE_SECONDS,
  );
  return {
    state: lateAt < clock.now() || state.stopReason !== null ? 'stale' : 'current',
    progress: 1,
    as_of: state.currentAt.toISOString(),
    ...(state.stopReason !== null && { reason: state.stopReason }),
    ...(incomplete > 0 && { incomplete }),
  };
}

/**
 * Requires a complete directory, from which members are selected and compared.
 * @throws {JsonApiError} 404 without a loyalty program, 409 without a complete directory
 */
export async function requireDirectory(dependencies: Dependencies, teamId: number): Promise<void> {
  const { state } = await getDirectoryStatus(dependencies, teamId);
  if (state === 'building' || state === 'off') {
    const detail =
      state === 'off'
        ? 'The member directory is switched off.'
        : 'The member directory is still being built. Try again when it is complete.';
    throw errorResponse(409, { detail });
  }
}

async function findState(db: Queries, teamId: number) {
  const [row] = await db
    .select({
      state: directoryStates,
      incomplete: sql<number>`(
        select count(*)::int from ${directoryMembers}
        where ${directoryMembers.teamId} = ${loyaltyConnections.teamId}
          and ${directoryMembers.isIncomplete})`,
    })
    .from(loyaltyConnections)
    .leftJoin(directoryStates, eq(directoryStates.teamId, loyaltyConnections.teamId))
    .where(eq(loyaltyConnections.teamId, teamId));
  return row;
}

/** Below 1 until unseen members are checked. */
function progressOf({ crawlStartedAt, crawlRead, crawlTotal }: DirectoryState): number {
  if (crawlStartedAt === null || crawlTotal === 0) return 0;
  return Math.min(0.99, crawlRead / crawlTotal);
}

/** Pages that a poll may read without a longer pause after it. */
const FREE_PAGES = 20;
const SECONDS_PER_PAGE = 3;
const PAUSE_MAX_SECONDS = 3_600;

/**
 * The time between two polls for changes. A poll reads all that changed since the day of the last one, so
 * after a change of very many members the next polls are further apart: reading takes a third of the time
 * at most if a page takes a second.
 */
export function secondsBetweenPolls(
  { changedPages }: Pick<DirectoryState, 'changedPages'>,
  pollSeconds: number,
): number {
  const pause = Math.min(PAUSE_MAX_SECONDS, SECONDS_PER_PAGE * (changedPages - FREE_PAGES));
  return Math.max(pollSeconds, pause);
}

/** `secondsBetweenPolls` of a row. */
export function sqlSecondsBetweenPolls(pollSeconds: number): SQL {
  const { changedPages } = directoryStates;
  const pause = sql`least(${PAUSE_MAX_SECONDS}::int, ${SECONDS_PER_PAGE}::int * (${changedPages} - ${FREE_PAGES}::int))`;
  return sql`greatest(${pollSeconds}::float8, ${pause})`;
}
