import { and, arrayOverlaps, eq, inArray, not, type SQL, sql } from 'drizzle-orm';
import { ATTRIBUTE_KINDS } from '#contract/gateway/directory-values.ts';
import {
  type AttributeFilter,
  attributeFilters,
} from '#contract/gateway/filters/attribute-filters.ts';
import type { DirectoryFilter } from '#contract/gateway/filters/directory-filters.ts';
import {
  directoryCounts,
  directoryMembers,
} from '#services/gateway/directory/directory-members-table.ts';
import type { Queries } from '#services/platform/database/database.ts';
import { one } from '#services/platform/database/one.ts';
import { invalidParameter } from '#services/platform/json-api/errors.ts';
import { matchesFields } from './directory-filter.ts';
import { attributeTraitName, attributeTraits, rangeTraits } from './member-traits.ts';

/** Members that are looked up for one condition. More are common enough to be found by reading members. */
const INDEXED_ROWS_MAX = 50_000;

/**
 * Matches a team's members with all filters. Those of custom attributes are looked up in the index, one
 * condition after another: comparing each member with hundreds of values would take minutes, and on the
 * embedded database everybody would wait for it.
 *
 * @throws {JsonApiError} 400 for a bound with the name of the version before
 */
export async function matchesFilter(
  db: Queries,
  teamId: number,
  filter: DirectoryFilter,
  now: Date,
): Promise<SQL | undefined> {
  await rejectOldBounds(db, teamId, filter);
  const conditions: (SQL | undefined)[] = [matchesFields(teamId, filter, now)];
  for (const attribute of attributeFilters(filter)) {
    const { included, excluded } = conditionsOf(teamId, attribute);
    for (const condition of included) {
      const rows = await findRows(db, condition);
      conditions.push(rows === undefined ? condition : isOneOf(rows));
    }
    for (const condition of excluded) {
      const rows = await findRows(db, condition);
      conditions.push(not(rows === undefined ? condition : isOneOf(rows)));
    }
  }
  return and(...conditions);
}

/** What a member has to match, and what it must not. */
function conditionsOf(teamId: number, { key, values, not: none, min, max }: AttributeFilter) {
  const { traits, numbers } = directoryMembers;
  const hasAny = (any: string[]) => arrayOverlaps(traits, attributeTraits(teamId, key, any));
  const bounds = [
    ...(min === undefined ? [] : [`@ >= ${min}`]),
    ...(max === undefined ? [] : [`@ <= ${max}`]),
  ];
  const path = `$.${JSON.stringify(key)} ? (${bounds.join(' && ')})`;
  const isInRange = arrayOverlaps(traits, rangeTraits(teamId, key, { min, max }));
  return {
    included: [
      ...(values.length > 0 ? [hasAny(values)] : []),
      // The numbers decide; the ranges are for the index.
      ...(bounds.length > 0 ? [sql`(${numbers} @? ${path}::jsonpath and ${isInRange})`] : []),
    ],
    excluded: none.length > 0 ? [hasAny(none)] : [],
  };
}

const isOneOf = (rows: readonly number[]) =>
  sql`${directoryMembers.row} = any (${`{${rows.join()}}`}::bigint[])`;

/** The members that match a condition of the index; undefined if they are too many. */
async function findRows(db: Queries, condition: SQL): Promise<readonly number[] | undefined> {
  return db.transaction(async (tx) => {
    // The planner takes comparing lists for cheap, and would read all members.
    await tx.execute(sql`set local enable_seqscan = off`);
    // Without a condition on the team, whose index the planner would prefer: traits begin with the team.
    const { rows } = await tx.execute<{ found: number[] }>(sql`
      select coalesce(json_agg(row), '[]') as found from (
        select row from ${directoryMembers} where ${condition}
        limit ${INDEXED_ROWS_MAX + 1}) matching`);
    await tx.execute(sql`set local enable_seqscan to default`);
    const { found } = one(rows);
    return found.length > INDEXED_ROWS_MAX ? undefined : found;
  });
}

/** In 0.2.0, `attribute.<key>_min` was a bound; now it is an attribute of that name, if there is one. */
async function rejectOldBounds(
  db: Queries,
  teamId: number,
  filter: DirectoryFilter,
): Promise<void> {
  const suspects = Object.keys(filter).flatMap((name) => {
    const [, key = '', bound = ''] = /^attribute\.(.+)_(min|max)$/s.exec(name) ?? [];
    return bound === '' ? [] : [{ name, key, bound }];
  });
  for (const { name, key, bound } of suspects) {
    const traits = ATTRIBUTE_KINDS.map((kind) => `${attributeTraitName(kind)}=${key}_${bound}`);
    const known = await db.$count(
      directoryCounts,
      and(
        eq(directoryCounts.teamId, teamId),
        eq(directoryCounts.facet, 'trait'),
        inArray(directoryCounts.value, traits),
        sql`${directoryCounts.members} > 0`,
      ),
    );
    if (known > 0) continue;
    const detail = `No member has the attribute ${key}_${bound}. A bound is attribute_${bound}.${key}.`;
    throw invalidParameter(name, detail);
  }
}
