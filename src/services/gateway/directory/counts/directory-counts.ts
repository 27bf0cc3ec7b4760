import { type SQL, sql } from 'drizzle-orm';
import { directoryCounts } from '#services/gateway/directory/directory-members-table.ts';
import { UNCOUNTED_MARK } from '#services/gateway/directory/filters/member-traits.ts';

// Facets of all members, or of those with some statuses, tiers and points, are added up from counters
// instead of members. They are changed in the transaction that changes members.

/** Lower bounds of the ranges of points. If they change, a migration has to count again. */
export const POINT_BOUNDS: readonly number[] = [
  0,
  ...[1, 2, 3, 4, 5, 6, 7].flatMap((digits) =>
    [1, 1.5, 2, 2.5, 3, 4, 5, 7.5].map((first) => first * 10 ** digits),
  ),
];

/**
 * Counted values of a member, beside its points: the month of its enrollment, each of its tags, or each part
 * of its `MemberPoints`.
 */
export type Facet = 'month' | 'tag' | 'point_total';
const FACETS: readonly Facet[] = ['month', 'tag', 'point_total'];

const RANGE = sql.raw(`width_bucket(points, array[${POINT_BOUNDS.join(', ')}]::bigint[])`);
export const ENROLLMENT_MONTH = sql.raw(`to_char(enrolled_at at time zone 'UTC', 'YYYY-MM')`);

/** The columns of a member that are counted, for `returning`. */
const COUNTED = [
  ...['service_id', 'status', 'tier_id', 'tier_name', 'points', 'tags', 'enrolled_at'],
  'point_totals',
];
export const COUNTED_COLUMNS = sql.raw([...COUNTED, 'words', 'traits'].join(', '));
const CELL = sql.raw('facet, value, status, tier_id, tier_name, points_range');

const POINTS = sql.raw('points');
/** A facet's values of a member and the points that count with each. */
const VALUES: Record<Facet, { value: SQL; points: SQL; each: SQL }> = {
  month: { value: ENROLLMENT_MONTH, points: POINTS, each: sql.raw('') },
  tag: {
    value: sql.raw('tag'),
    points: POINTS,
    each: sql.raw('cross join lateral unnest(tags) as tag'),
  },
  point_total: {
    value: sql.raw('part'),
    points: sql.raw('part_points::bigint'),
    each: sql.raw('cross join lateral jsonb_each_text(point_totals) as parts(part, part_points)'),
  },
};

/** Each member of a relation as a row per value of a facet. */
export function valuesOf(facet: Facet, relation: SQL, step: SQL): SQL {
  const { value, points, each } = VALUES[facet];
  return sql`
    select ${facet}::text as facet, ${value} as value, status, tier_id, tier_name,
      ${RANGE} as points_range, ${step} as members, ${step} * ${points} as points
    from ${relation} ${each}`;
}

/** Letters of any script, without case: the same for both regular expression engines. */
export const LETTERS = '^[^ -`{-~]+$';

/**
 * Each member of a relation as a row per beginning of its words, of two or three letters: the only
 * searches that match so many members that counting them takes long.
 */
function prefixesOf(teamId: number, relation: SQL, step: SQL): SQL {
  return sql`
    select 'prefix' as facet, prefixes.value, '' as status, null as tier_id, null as tier_name,
      0 as points_range, ${step} as members, 0 as points
    from ${relation} cross join lateral (
      select distinct left(word, length) as value
      from unnest(words) lexemes
        cross join lateral substr(lexeme, ${`${teamId}:`.length + 1}) as word
        cross join unnest(array[2, 3]) as length
      where left(word, length) ~ ${LETTERS} and length(word) >= length) prefixes`;
}

/** Each member of a relation as a row per trait that is counted. */
function traitsOf(teamId: number, relation: SQL, step: SQL): SQL {
  const prefix = `${teamId}:`;
  return sql`
    select 'trait' as facet, substr(trait, ${prefix.length + 1}) as value, '' as status,
      null as tier_id, null as tier_name, 0 as points_range, ${step} as members, 0 as points
    from ${relation} cross join lateral unnest(traits) as trait
    where not starts_with(trait, ${`${prefix}${UNCOUNTED_MARK}`})`;
}

/**
 * Common table expressions that count members: they leave what is in `before` and enter what is in
 * `after`, both with `COUNTED_COLUMNS`.
 */
export function countChanges(
  teamId: number,
  { before, after }: { before?: SQL; after?: SQL },
): SQL {
  const sides = [
    ...(before ? [{ relation: before, step: sql.raw('-1') }] : []),
    ...(after ? [{ relation: after, step: sql.raw('1') }] : []),
  ];
  const changes = sides.flatMap(({ relation, step }) => [
    ...FACETS.map((facet) => valuesOf(facet, relation, step)),
    prefixesOf(teamId, relation, step),
    traitsOf(teamId, relation, step),
  ]);
  return sql`
    changes as (${sql.join(changes, sql` union all `)}),
    counted as (
      insert into ${directoryCounts} (team_id, cell, ${CELL}, members, points)
      select ${teamId}::bigint, ${cellKey(CELL)}, ${CELL}, sum(members), sum(points)
      from changes group by ${CELL} having sum(members) <> 0 or sum(points) <> 0
      on conflict (team_id, cell) do update set
        members = ${directoryCounts.members} + excluded.members,
        points = ${directoryCounts.points} + excluded.points)`;
}

/** Primary key of a counter in its team. */
export const cellKey = (cell: SQL) =>
  sql`encode(sha256(convert_to(json_build_array(${cell})::text, 'UTF8')), 'hex')`;

/** Leaves out members whose counted columns are unchanged. */
export const isChanged = sql`not exists (
  select from before join after on after.service_id = before.service_id
  where before.service_id = changed.service_id and ${sql.raw(
    [...COUNTED, 'words', 'traits']
      .map((name) => `before.${name} is not distinct from after.${name}`)
      .join(' and '),
  )})`;
