import { eq } from 'drizzle-orm';
import type { FastifyInstance } from 'fastify';
import {
  type DirectoryMember,
  type DirectorySort,
  type DirectoryStatus,
  getDirectoryFacets,
  listDirectoryMembers,
} from '#contract/gateway/directory.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { inboxOperation } from '#services/gateway/inbox/inbox-operation.ts';
import { loyaltyConnections } from '#services/gateway/loyalty/loyalty-connections-table.ts';
import { addSeconds } from '#services/platform/clock.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { errorResponse, invalidParameter } from '#services/platform/json-api/errors.ts';
import { decodePosition, encodePosition } from './directory-cursor.ts';
import { countFacets } from './directory-facets.ts';
import { type DirectoryState, directoryStates } from './directory-states-table.ts';
import { type DirectoryRow, listMembers } from './directory-store.ts';

/** Looks for changes that may be late before the directory counts as stale, and some time on top. */
const LATE_LOOKS = 3;
const LATE_SECONDS = 30;

/** Search and figures of the member directory (decisions.md, 41 to 44). */
export function directoryRoutes(app: FastifyInstance, dependencies: GatewayDependencies): void {
  const { db, clock } = dependencies;

  inboxOperation(app, dependencies, listDirectoryMembers, async ({ teamId, query }) => {
    const directory = await getDirectoryStatus(dependencies, teamId);
    const { start_cursor, count, sort: given, ...filter } = query;
    const sort: DirectorySort = given ?? (filter.q === undefined ? 'name' : 'relevance');
    if (sort === 'relevance' && filter.q === undefined) {
      throw invalidParameter('sort', 'relevance needs q.');
    }
    const after = decodePosition(start_cursor, sort);
    if (directory.state === 'off') {
      return { data: [], total: 0, next_cursor: null, more: false, directory };
    }
    const { rows, total } = await listMembers(db, teamId, { filter, sort, count, after });
    const shown = rows.slice(0, count);
    const last = shown.at(-1);
    const more = rows.length > count;
    return {
      data: shown.map(({ row }) => toDirectoryMember(row)),
      total,
      next_cursor: more && last ? encodePosition(sort, last.position) : null,
      more,
      directory,
    };
  });

  inboxOperation(app, dependencies, getDirectoryFacets, async ({ teamId, query }) => {
    const directory = await getDirectoryStatus(dependencies, teamId);
    return { data: await countFacets(db, clock, teamId, query), directory };
  });
}

/**
 * How complete and recent a team's directory is.
 * @throws {JsonApiError} 404 if the team has no loyalty program
 */
async function getDirectoryStatus(
  {
    db,
    clock,
    directoryPollSeconds,
  }: Pick<GatewayDependencies, 'db' | 'clock' | 'directoryPollSeconds'>,
  teamId: number,
): Promise<DirectoryStatus> {
  const row = await findState(db, teamId);
  if (!row) throw errorResponse(404, { detail: 'This team has no loyalty program.' });
  if (directoryPollSeconds === 0) return { state: 'off', progress: 0, as_of: null };
  const { state } = row;
  if (state?.currentAt == null) {
    return { state: 'building', progress: state ? progressOf(state) : 0, as_of: null };
  }
  const lateAt = addSeconds(state.currentAt, LATE_LOOKS * directoryPollSeconds + LATE_SECONDS);
  return {
    state: lateAt < clock.now() ? 'stale' : 'current',
    progress: 1,
    as_of: state.currentAt.toISOString(),
  };
}

async function findState(db: Queries, teamId: number) {
  const [row] = await db
    .select({ state: directoryStates })
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

function toDirectoryMember(row: DirectoryRow): DirectoryMember {
  return {
    id: row.serviceId,
    member_id: row.memberId,
    first_name: row.firstName,
    last_name: row.lastName,
    email_address: row.emailAddress,
    phone_number: row.phoneNumber,
    member_status: row.status,
    tier: row.tierId === null ? null : { id: row.tierId, name: row.tierName ?? '' },
    available_points: row.points,
    member_tags: row.tags,
    enrollment_date: row.enrollmentDate,
    last_modified_date: row.modifiedDate,
  };
}
