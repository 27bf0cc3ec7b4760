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
const INDEXED_ROWS_MAX = 10_000;
/** Others get the connection after the condition in which this time is over. */
const STEP_MS = 20;

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
  const conditions = attributeFilters(filter).flatMap((each) => conditionsOf(teamId, each));
  const found: (readonly number[] | undefined)[] = [];
  while (found.length < conditions.length) {
    found.push(...(await findRows(db, conditions.slice(found.length))));
  }
  return and(matchesFields(teamId, filter, now), ...combine(conditions, found));
}

/** One condition for all members that were looked up, and those of too many members as they are. */
function combine(
  conditions: readonly AttributeCondition[],
  found: readonly (readonly number[] | undefined)[],
): (SQL | undefined)[] {
  const others: SQL[] = [];
  const excluded = new Set<number>();
  let included: readonly number[] | undefined;
  for (const [index, { condition, isExcluded }] of conditions.entries()) {
    const rows = found[index];
    if (rows === undefined) others.push(isExcluded ? not(condition) : condition);
    else if (isExcluded) for (const row of rows) excluded.add(row);
    else included = included === undefined ? rows : inBoth(included, rows);
  }
  if (included) return [...others, isOneOf(included.filter((row) => !excluded.has(row)))];
  return excluded.size === 0 ? others : [...others, not(isOneOf([...excluded]))];
}

function inBoth(some: readonly number[], others: readonly number[]): number[] {
  const isOther = new Set(others);
  return some.filter((row) => isOther.has(row));
}

interface AttributeCondition {
  condition: SQL;
  /** Whether a member must not match it. */
  isExcluded: boolean;
}

function conditionsOf(
  teamId: number,
  { key, values, not: none, min, max }: AttributeFilter,
): AttributeCondition[] {
  const { traits, numbers } = directoryMembers;
  const hasAny = (any: string[]) => arrayOverlaps(traits, attributeTraits(teamId, key, any));
  const bounds = [
    ...(min === undefined ? [] : [`@ >= ${min}`]),
    ...(max === undefined ? [] : [`@ <= ${max}`]),
  ];
  const path = `$.${JSON.stringify(key)} ? (${bounds.join(' && ')})`;
  const isInRange = arrayOverlaps(traits, rangeTraits(teamId, key, { min, max }));
  const included = [
    ...(values.length > 0 ? [hasAny(values)] : []),
    // The numbers decide; the ranges are for the index.
    ...(bounds.length > 0 ? [sql`(${numbers} @? ${path}::jsonpath and ${isInRange})`] : []),
  ];
  const excluded = none.length > 0 ? [hasAny(none)] : [];
  return [
    ...included.map((condition) => ({ condition, isExcluded: false })),
    ...excluded.map((condition) => ({ condition, isExcluded: true })),
  ];
}

const isOneOf = (rows: readonly number[]) =>
  sql`${directoryMembers.row} = any (${`{${rows.join()}}`}::bigint[])`;

/**
 * Looks up the first of the conditions in the index, and further ones until the time of a step is over.
 * @returns for each of them the members that match; undefined if they are too many
 */
function findRows(
  db: Queries,
  conditions: readonly AttributeCondition[],
): Promise<(readonly number[] | undefined)[]> {
  return db.transaction(async (tx) => {
    const endAt = performance.now() + STEP_MS;
    const all: (readonly number[] | undefined)[] = [];
    // The planner takes comparing lists for cheap, and would read all members.
    await tx.execute(sql`set local enable_seqscan = off`);
    for (const { condition } of conditions) {
      // Without a condition on the team, whose index the planner would prefer: traits begin with the team.
      const { rows } = await tx.execute<{ found: number[] }>(sql`
        select coalesce(json_agg(row), '[]') as found from (
          select row from ${directoryMembers} where ${condition}
          limit ${INDEXED_ROWS_MAX + 1}) matching`);
      const { found } = one(rows);
      all.push(found.length > INDEXED_ROWS_MAX ? undefined : found);
      if (performance.now() > endAt) break;
    }
    await tx.execute(sql`set local enable_seqscan to default`);
    return all;
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
