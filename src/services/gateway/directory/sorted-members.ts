import { and, asc, desc, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { DirectorySort } from '#contract/gateway/directory.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { directoryMembers } from './directory-members-table.ts';

export const LISTED = {
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
  isIncomplete: directoryMembers.isIncomplete,
};

const SORT_COLUMNS = {
  name: directoryMembers.nameKey,
  points: directoryMembers.points,
  enrolled: directoryMembers.enrolledAt,
  changed: directoryMembers.changedAt,
} as const;

/** Where a page starts: after this row. `rank` is the relevance of a search's match, otherwise 0. */
export interface DirectoryPosition {
  rank: number;
  key: string;
  row: number;
}

export type DirectoryRow = Awaited<ReturnType<typeof selectPage>>[number];

export interface ListedRow {
  row: DirectoryRow;
  position: DirectoryPosition;
}

export interface PageOptions {
  limit: number;
  after: DirectoryPosition | undefined;
}

/** A page of members with the number of all that match. */
export interface MemberList {
  rows: ListedRow[];
  total: number;
}

interface SortOrder {
  column: PgColumn;
  isDescending: boolean;
  /** A row's value of the column, for its position. */
  keyOf(row: DirectoryRow): string;
}

/** How members are sorted; relevance has no column. */
export function sortOrder(sort: Exclude<DirectorySort, 'relevance'>): SortOrder {
  const key = sort.replace(/^-/, '') as keyof typeof SORT_COLUMNS;
  return {
    column: SORT_COLUMNS[key],
    isDescending: sort.startsWith('-'),
    keyOf: (row) => {
      if (key === 'points') return String(row.points);
      if (key === 'enrolled') return row.enrolledAt.toISOString();
      return key === 'changed' ? row.changedAt.toISOString() : row.nameKey;
    },
  };
}

/** A keyset page of the members that match. */
export async function listSorted(
  db: Queries,
  where: SQL | undefined,
  sort: Exclude<DirectorySort, 'relevance'>,
  { limit, after }: PageOptions,
): Promise<ListedRow[]> {
  const order = sortOrder(sort);
  const start = after && startsAfter(order, after);
  const rows = await selectPage(db, and(where, start), order, limit);
  return rows.map((row) => ({ row, position: { rank: 0, key: order.keyOf(row), row: row.row } }));
}

function selectPage(
  db: Queries,
  where: SQL | undefined,
  { column, isDescending }: SortOrder,
  limit: number,
) {
  const order = isDescending ? desc : asc;
  return db
    .select(LISTED)
    .from(directoryMembers)
    .where(where)
    .orderBy(order(column), order(directoryMembers.row))
    .limit(limit);
}

/**
 * The rows after a position.
 * @param name of the sort's column, if a subquery has given it another
 */
export function startsAfter(
  { column, isDescending }: SortOrder,
  { key, row }: DirectoryPosition,
  name: SQL = sql`${column}`,
): SQL {
  // Typed, because the database can't infer the type of a parameter inside a row.
  const type = sql.raw(column.getSQLType());
  const is = sql.raw(isDescending ? '<' : '>');
  return sql`(${name}, row) ${is} (${key}::${type}, ${row}::bigint)`;
}
