import { and, asc, desc, eq, gt, isNull, notInArray, or, type SQL, sql } from 'drizzle-orm';
import type { PgColumn } from 'drizzle-orm/pg-core';
import type { DirectorySort } from '#contract/gateway/directory.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { directoryMembers } from './directory-members-table.ts';
import { DOCUMENT_BYTES } from './filters/member-steps.ts';

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
  bytes: DOCUMENT_BYTES,
};

const SORT_COLUMNS = {
  name: directoryMembers.nameKey,
  points: directoryMembers.points,
  enrolled: directoryMembers.enrolledAt,
  changed: directoryMembers.changedAt,
} as const;

/** A page starts after this row. */
export interface DirectoryPosition {
  /** The relevance of a search's match, otherwise 0. */
  rank: number;
  key: string;
  row: number;
  /** How many characters a literal match has more than were searched; only sorted by relevance. */
  continuation?: number;
  /** Whether the search found it only with a typo. */
  isSimilar?: boolean;
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

/** A page of members with the number of all that match; undefined if they were not counted. */
export interface MemberList {
  rows: ListedRow[];
  total: number | undefined;
  /** Whether the total is estimated. */
  isAbout?: boolean;
  /** Of a search. */
  matching?: { literal: number; similar: number | null };
}

interface SortOrder {
  column: PgColumn | SQL;
  /** The column's type in SQL. */
  type: string;
  isDescending: boolean;
  /** A row's value of the column, for its position. */
  keyOf(row: DirectoryRow): string;
  /**
   * Conditions of the rows with the column's values 1, 2 and so on, which together match all. Each is read in
   * the order of an index, which the column has none of.
   */
  groups?: readonly (SQL | undefined)[];
}

/** Relevance has no column. */
export interface ColumnSort {
  sort: Exclude<DirectorySort, 'relevance'>;
  /** The IDs of the program's tiers, lowest first, to sort by them. */
  tierIds: readonly string[];
}

/** How members are sorted. */
export function sortOrder({ sort, tierIds }: ColumnSort): SortOrder {
  const isDescending = sort.startsWith('-');
  const key = sort.replace(/^-/, '') as keyof typeof SORT_COLUMNS | 'tier';
  if (key === 'tier') return tierOrder(isDescending ? tierIds.toReversed() : tierIds);
  return {
    column: SORT_COLUMNS[key],
    type: SORT_COLUMNS[key].getSQLType(),
    isDescending,
    keyOf: (row) => {
      if (key === 'points') return String(row.points);
      if (key === 'enrolled') return row.enrolledAt.toISOString();
      return key === 'changed' ? row.changedAt.toISOString() : row.nameKey;
    },
  };
}

/** The tiers in this order, then members without one or with one that the program doesn't have. */
function tierOrder(tierIds: readonly string[]): SortOrder {
  const { tierId } = directoryMembers;
  const others = tierIds.length + 1;
  return {
    column: sql`coalesce(array_position(${sql.param(tierIds)}::text[], ${tierId}), ${others})`,
    type: 'int',
    isDescending: false,
    keyOf: (row) => String(tierIds.indexOf(row.tierId ?? '') + 1 || others),
    groups: [
      ...tierIds.map((id) => eq(tierId, id)),
      tierIds.length === 0 ? undefined : or(isNull(tierId), notInArray(tierId, [...tierIds])),
    ],
  };
}

/** A keyset page of the members that match. */
export async function listSorted(
  db: Queries,
  where: SQL | undefined,
  sort: ColumnSort,
  { limit, after }: PageOptions,
): Promise<ListedRow[]> {
  const order = sortOrder(sort);
  const rows = order.groups
    ? await selectGroups(db, where, order.groups, { limit, after })
    : await selectPage(db, and(where, after && startsAfter(order, after)), order, limit);
  return rows.map((row) => ({ row, position: { rank: 0, key: order.keyOf(row), row: row.row } }));
}

async function selectGroups(
  db: Queries,
  where: SQL | undefined,
  groups: readonly (SQL | undefined)[],
  { limit, after }: PageOptions,
): Promise<DirectoryRow[]> {
  const first = after ? Number(after.key) - 1 : 0;
  const rows: DirectoryRow[] = [];
  for (const [index, group] of groups.entries()) {
    if (index < first || rows.length === limit) continue;
    const start = after && index === first ? gt(directoryMembers.row, after.row) : undefined;
    const order = { column: directoryMembers.row, isDescending: false };
    rows.push(...(await selectPage(db, and(where, group, start), order, limit - rows.length)));
  }
  return rows;
}

function selectPage(
  db: Queries,
  where: SQL | undefined,
  { column, isDescending }: Pick<SortOrder, 'column' | 'isDescending'>,
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
  { column, type: typeName, isDescending }: SortOrder,
  { key, row }: DirectoryPosition,
  name: SQL = sql`${column}`,
): SQL {
  // Typed, because the database can't infer the type of a parameter inside a row.
  const type = sql.raw(typeName);
  const is = sql.raw(isDescending ? '<' : '>');
  return sql`(${name}, row) ${is} (${key}::${type}, ${row}::bigint)`;
}
