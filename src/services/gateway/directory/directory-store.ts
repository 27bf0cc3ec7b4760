import {
  and,
  arrayOverlaps,
  asc,
  desc,
  eq,
  gt,
  gte,
  inArray,
  lt,
  lte,
  type SQL,
  sql,
} from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { DirectoryFilter, DirectorySort } from '#contract/gateway/directory.ts';
import { dayAfter } from '#contract/loyalty/dates.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { directoryMembers } from './directory-members-table.ts';
import { type DirectorySearch, prepareSearch } from './directory-search.ts';

/** The `enrolledAt` and `changedAt` of members without a date. */
export const UNKNOWN_DATE = new Date(0);

const LISTED = {
  row: directoryMembers.row,
  serviceId: directoryMembers.serviceId,
  memberId: directoryMembers.memberId,
  firstName: directoryMembers.firstName,
  lastName: directoryMembers.lastName,
  emailAddress: directoryMembers.emailAddress,
  phoneNumber: directoryMembers.phoneNumber,
  status: directoryMembers.status,
  tierId: directoryMembers.tierId,
  tierName: directoryMembers.tierName,
  points: directoryMembers.points,
  tags: directoryMembers.tags,
  enrolledAt: directoryMembers.enrolledAt,
  changedAt: directoryMembers.changedAt,
  nameKey: directoryMembers.nameKey,
  enrollmentDate: directoryMembers.enrollmentDate,
  modifiedDate: directoryMembers.modifiedDate,
};

const SORT_COLUMNS = {
  name: directoryMembers.nameKey,
  points: directoryMembers.points,
  enrolled: directoryMembers.enrolledAt,
  changed: directoryMembers.changedAt,
} as const;

/** Where a page starts: after this row. `tier` is the part of a search that the row is in. */
export interface DirectoryPosition {
  tier: number;
  key: string;
  row: number;
}

export type DirectoryRow = Awaited<ReturnType<typeof selectPage>>[number];

/** Matches a team's members with the filters; the search is separate, because it has to be prepared. */
function matchesFilter(teamId: number, filter: DirectoryFilter): SQL | undefined {
  const { status, tierId, tags, points, enrolledAt, referrerId } = directoryMembers;
  const { enrolled_from: from, enrolled_to: to } = filter;
  const before = to === undefined ? undefined : dayAfter(to);
  return and(
    eq(directoryMembers.teamId, teamId),
    filter.status?.length ? inArray(status, filter.status) : undefined,
    filter.tier?.length ? inArray(tierId, filter.tier) : undefined,
    filter.tag?.length ? arrayOverlaps(tags, filter.tag) : undefined,
    filter.points_min === undefined ? undefined : gte(points, filter.points_min),
    filter.points_max === undefined ? undefined : lte(points, filter.points_max),
    from === undefined && to === undefined ? undefined : gt(enrolledAt, UNKNOWN_DATE),
    from === undefined ? undefined : gte(enrolledAt, new Date(from)),
    before == null ? undefined : lt(enrolledAt, new Date(before)),
    filter.referrer === undefined ? undefined : eq(referrerId, filter.referrer),
  );
}

/** Matches the filters and the search. */
export async function matchesSelection(
  db: Queries,
  teamId: number,
  filter: DirectoryFilter,
): Promise<SQL | undefined> {
  const search = filter.q === undefined ? undefined : await prepareSearch(db, teamId, filter.q);
  return and(matchesFilter(teamId, filter), search?.matches);
}

interface ListOptions {
  filter: DirectoryFilter;
  sort: DirectorySort;
  count: number;
  after: DirectoryPosition | undefined;
}

/** A page of members with one row more than `count`, each with its position; and the total. */
export async function listMembers(
  db: Queries,
  teamId: number,
  { filter, sort, count, after }: ListOptions,
): Promise<{ rows: { row: DirectoryRow; position: DirectoryPosition }[]; total: number }> {
  const search = filter.q === undefined ? undefined : await prepareSearch(db, teamId, filter.q);
  const filtered = matchesFilter(teamId, filter);
  const countAll = db.$count(directoryMembers, and(filtered, search?.matches));
  const listRows =
    search && sort === 'relevance'
      ? listByRelevance(db, filtered, search, { limit: count + 1, after })
      : listSorted(db, and(filtered, search?.matches), sort, { limit: count + 1, after });
  const [rows, total] = await Promise.all([listRows, countAll]);
  return { rows, total };
}

interface PageOptions {
  limit: number;
  after: DirectoryPosition | undefined;
}

async function listByRelevance(
  db: Queries,
  filtered: SQL | undefined,
  { tiers }: DirectorySearch,
  { limit, after }: PageOptions,
) {
  const found = [];
  for (let tier = after?.tier ?? 0; tier < tiers.length && found.length < limit; tier += 1) {
    const rows = await listSorted(db, and(filtered, tiers[tier]), 'name', {
      limit: limit - found.length,
      after: after?.tier === tier ? after : undefined,
    });
    found.push(...rows.map(({ row, position }) => ({ row, position: { ...position, tier } })));
  }
  return found;
}

async function listSorted(
  db: Queries,
  where: SQL | undefined,
  sort: DirectorySort,
  { limit, after }: PageOptions,
) {
  const key = sort.replace(/^-/, '') as keyof typeof SORT_COLUMNS;
  const column = SORT_COLUMNS[key];
  const isDescending = sort.startsWith('-');
  const start = after && startsAfter(column, after, isDescending);
  const rows = await selectPage(db, and(where, start), { column, isDescending, limit });
  return rows.map((row) => ({ row, position: { tier: 0, key: keyOf(row, key), row: row.row } }));
}

function selectPage(
  db: Queries,
  where: SQL | undefined,
  { column, isDescending, limit }: { column: PgColumn; isDescending: boolean; limit: number },
) {
  const order = isDescending ? desc : asc;
  return db
    .select(LISTED)
    .from(directoryMembers)
    .where(where)
    .orderBy(order(column), order(directoryMembers.row))
    .limit(limit);
}

function startsAfter(column: PgColumn, { key, row }: DirectoryPosition, isDescending: boolean) {
  // Typed, because the database can't infer the type of a parameter inside a row.
  const type = sql.raw(column.getSQLType());
  const position = sql`(${key}::${type}, ${row}::bigint)`;
  return isDescending
    ? sql`(${column}, ${directoryMembers.row}) < ${position}`
    : sql`(${column}, ${directoryMembers.row}) > ${position}`;
}

function keyOf(row: DirectoryRow, key: keyof typeof SORT_COLUMNS): string {
  if (key === 'points') return String(row.points);
  if (key === 'enrolled') return row.enrolledAt.toISOString();
  return key === 'changed' ? row.changedAt.toISOString() : row.nameKey;
}
