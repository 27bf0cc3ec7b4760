import { type SQL, sql } from 'drizzle-orm';

// Facets of all members, or of those with some statuses, tiers and points, are added up from counters
// instead of members. Triggers keep them (docs/decisions/platform/derived-figures.md); `directory_cells` in the
// migrations says what is counted.

/** Lower bounds of the ranges of points. If they change, a migration has to change `directory_cells`, too. */
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

const RANGE = sql.raw(`width_bucket(points, array[${POINT_BOUNDS.join(', ')}]::bigint[])`);
export const ENROLLMENT_MONTH = sql.raw(`to_char(enrolled_at at time zone 'UTC', 'YYYY-MM')`);

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
export function valuesOf(facet: Facet, relation: SQL): SQL {
  const { value, points, each } = VALUES[facet];
  return sql`
    select ${facet}::text as facet, ${value} as value, status, tier_id, tier_name,
      ${RANGE} as points_range, 1 as members, ${points} as points
    from ${relation} ${each}`;
}

/** Letters of any script, without case: the same for both regular expression engines. */
export const LETTERS = '^[^ -`{-~]+$';
