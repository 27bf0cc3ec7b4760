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

/** A keyset page of the members that match, in an order other than relevance. */
export async function listSorted(
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
  return rows.map((row) => ({ row, position: { rank: 0, key: keyOf(row, key), row: row.row } }));
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
