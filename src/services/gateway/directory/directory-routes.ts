import type { FastifyInstance } from 'fastify';
import {
  type DirectoryMember,
  type DirectorySort,
  getDirectoryFacets,
  listDirectoryMembers,
} from '#contract/gateway/directory.ts';
import {
  listDirectoryAttributes,
  listDirectoryValues,
} from '#contract/gateway/directory-values.ts';
import type { DirectoryFilter } from '#contract/gateway/filters/directory-filters.ts';
import type { GatewayDependencies } from '#services/gateway/dependencies.ts';
import { registerForTeam } from '#services/gateway/gateway-operation.ts';
import { invalidParameter } from '#services/platform/json-api/errors.ts';
import { toPage } from '#services/platform/json-api/page.ts';
import { decodePosition, encodePosition } from './directory-cursor.ts';
import { getDirectoryStatus } from './directory-status.ts';
import { listMembers } from './directory-store.ts';
import { countFacets } from './facets/directory-facets.ts';
import { listAttributes, listValues } from './facets/directory-values.ts';
import { readFields } from './requested-fields.ts';
import type { DirectoryRow } from './sorted-members.ts';
import { findTierNames, findTierOrder } from './tier-names.ts';

/** Search and figures of the member directory (decisions.md, 41 to 44, 61). */
export function directoryRoutes(app: FastifyInstance, dependencies: GatewayDependencies): void {
  const { db, clock, limits } = dependencies;

  registerForTeam(app, dependencies, listDirectoryMembers, async ({ teamId, query }) => {
    const directory = await getDirectoryStatus(dependencies, teamId);
    const { start_cursor, count, sort: given, fields = [], total: counting, ...others } = query;
    const filter = others as DirectoryFilter;
    const now = clock.now();
    const sort: DirectorySort = given ?? (filter.q === undefined ? 'name' : 'relevance');
    if (sort === 'relevance' && filter.q === undefined) {
      throw invalidParameter('sort', 'relevance needs q.');
    }
    const tierIds = sort.endsWith('tier') ? await findTierOrder(dependencies, teamId) : [];
    const after = decodePosition(start_cursor, sort);
    if (directory.state === 'off') {
      return { data: [], total: 0, next_cursor: null, more: false, directory };
    }
    const options = { ...limits, filter, sort, tierIds, count, after, counting, now };
    const [{ rows, total, isAbout, matching }, tierNames] = await Promise.all([
      listMembers(db, teamId, options),
      findTierNames(db, teamId),
    ]);
    const shown = rows.slice(0, count).map(({ row }) => row);
    const fieldsOf = await readFields(db, shown, { fields, now });
    const page = toPage({
      rows,
      count,
      total: total ?? null,
      cursorOf: ({ position }) => encodePosition(sort, position),
      toDocument: ({ row, position }) => ({
        ...fieldsOf.get(row.row),
        ...toDirectoryMember(row, tierNames),
        ...(position.isSimilar && { similar: true }),
      }),
    });
    return {
      ...page,
      ...(isAbout && { total_about: true }),
      ...(matching && { matching }),
      directory,
    };
  });

  registerForTeam(app, dependencies, getDirectoryFacets, async ({ teamId, query }) => {
    const directory = await getDirectoryStatus(dependencies, teamId);
    return { data: await countFacets(db, clock, teamId, query), directory };
  });

  registerForTeam(app, dependencies, listDirectoryAttributes, async ({ teamId, query }) => {
    const directory = await getDirectoryStatus(dependencies, teamId);
    const { start_cursor: after, count } = query;
    const attributes = await listAttributes(db, teamId);
    const rows = attributes.filter(({ key }) => after === undefined || key > after);
    const page = toPage({
      ...{ rows: rows.slice(0, count + 1), count, total: attributes.length },
      cursorOf: ({ key }) => key,
      toDocument: (attribute) => attribute,
    });
    return { ...page, directory };
  });

  registerForTeam(app, dependencies, listDirectoryValues, async ({ teamId, query }) => {
    const directory = await getDirectoryStatus(dependencies, teamId);
    const { field, q: contains, search: q, ...others } = query;
    const filter: DirectoryFilter = { ...others, q };
    const options = { field, contains, filter, now: clock.now() };
    return { data: await listValues(db, teamId, options), directory };
  });
}

function toDirectoryMember(
  row: DirectoryRow,
  tierNames: ReadonlyMap<string, string>,
): DirectoryMember {
  const { tierId, tierName } = row;
  return {
    id: row.serviceId,
    member_id: row.memberId,
    first_name: row.firstName,
    last_name: row.lastName,
    email_address: row.emailAddress,
    phone_number: row.phoneNumber,
    member_status: row.status,
    tier: tierId === null ? null : { id: tierId, name: tierNames.get(tierId) ?? tierName ?? '' },
    available_points: row.points,
    member_tags: row.tags,
    enrollment_date: row.enrollmentDate,
    last_modified_date: row.modifiedDate,
    ...(row.isIncomplete && { incomplete: true }),
  };
}
