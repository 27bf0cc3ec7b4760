import { inArray, type SQL, sql } from 'drizzle-orm';
import { directoryMembers } from '#services/gateway/directory/directory-members-table.ts';
import {
  type ColumnSort,
  LISTED,
  type ListedRow,
  type PageOptions,
  sortOrder,
  startsAfter,
} from '#services/gateway/directory/sorted-members.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';

/** A page of the members that match a part of a search, and the number of all. */
export interface Part {
  rows: ListedRow[];
  total: number;
}

interface SortOptions extends PageOptions, ColumnSort {
  /** Matches are sorted by these first. */
  rank?: SQL;
  continuation?: SQL;
  /** What `rank` reads as `exact`. */
  exact?: SQL;
  max: number | undefined;
  /** The total, if it is known. */
  known?: number | undefined;
}

type PageRow = [row: number, rank: number, continuation: number];

/**
 * Finds all matches and sorts them: reading members in the order of an index until a page is full can
 * take all of them. Matches are read once, for the total and for the page.
 *
 * @returns undefined if there are more than `max`
 */
export async function sortMatches(
  db: Queries,
  where: SQL | undefined,
  options: SortOptions,
): Promise<Part | undefined> {
  const { sort, tierIds, limit, after, known, max, exact = sql`false` } = options;
  const { rank = sql`0`, continuation = sql`0` } = options;
  const order = sortOrder({ sort, tierIds });
  const direction = sql.raw(order.isDescending ? 'desc' : 'asc');
  const sorted = sql`rank, continuation, key ${direction}, row ${direction}`;
  const position = sql`(${after?.rank ?? 0}::int, ${after?.continuation ?? 0}::int)`;
  const start =
    after &&
    sql`where (rank, continuation) > ${position}
      or (rank, continuation) = ${position} and ${startsAfter(order, after, sql`key`)}`;
  const result = await db.execute<{ total: number; page: PageRow[] }>(sql`
    with ${exactOf(exact)},
    found as materialized (
      select row, ${order.column} as key, ${rank} as rank, ${continuation} as continuation
      from ${directoryMembers} where ${where} limit ${max === undefined ? null : max + 1}),
    page as (select * from found ${start} order by ${sorted} limit ${limit})
    select ${known ?? sql`(select count(*) from found)`}::int as total,
      (select coalesce(json_agg(json_build_array(row, rank, continuation) order by ${sorted}), '[]')
        from page) as page`);
  const { total, page } = one(result.rows);
  if (max !== undefined && total > max) return undefined;
  const ids = page.map(([id]) => id);
  const found = await db
    .select(LISTED)
    .from(directoryMembers)
    .where(inArray(directoryMembers.row, ids));
  const byRow = new Map(found.map((row) => [row.row, row]));
  const rows = page.flatMap(([id, rankOfRow, continued]) => {
    const row = byRow.get(id);
    // A member that was removed between the two statements.
    if (!row) return [];
    const key = order.keyOf(row);
    return [{ row, position: { rank: rankOfRow, key, row: id, continuation: continued } }];
  });
  return { rows, total };
}

/** Materialized, because the planner would look for an exact match among all members, one by one. */
const exactOf = (isExact: SQL) =>
  sql`exact as materialized (select from ${directoryMembers} where ${isExact})`;
