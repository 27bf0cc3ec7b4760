import { formatMemberStatus } from '#console/features/members/member-status.tsx';
import type { MembersFilters, PointsRange } from '#console/features/members/members-view.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { formatLoyaltyDate } from '#console/shared/loyalty/format-loyalty-date.ts';
import type {
  DateOperator,
  DateSelection,
  TagFilter,
  TagMode,
} from '#contract/loyalty/members/member-filters.ts';

export const TAG_MODE_LABELS: Readonly<Record<TagMode, string>> = {
  contain_any_of: 'any of',
  contain_all_of: 'all of',
  contain_none_of: 'none of',
};

export const DATE_OPERATOR_LABELS: Readonly<Record<DateOperator, string>> = {
  eq: 'on',
  gt: 'after',
  gte: 'on or after',
  lt: 'before',
  lte: 'on or before',
  between: 'between',
};

/** A tag filter as text: "has any of: vip, newsletter". */
export function formatTagFilter({ mode, tags }: TagFilter): string {
  return `has ${TAG_MODE_LABELS[mode]}: ${tags.join(', ')}`;
}

/** A date filter as text: "on Mar 4, 2024", "between Mar 4, 2024 and Apr 1, 2024". */
export function formatDateFilter({ operator, first, last }: DateSelection): string {
  const days =
    operator === 'between'
      ? `${formatLoyaltyDate(first)} and ${formatLoyaltyDate(last)}`
      : formatLoyaltyDate(first);
  return `${DATE_OPERATOR_LABELS[operator]} ${days}`;
}

/** "100 to 500", "at least 100". */
export function formatPointsRange({ min, max }: PointsRange): string {
  if (min === undefined) return `at most ${formatNumber(max ?? 0)}`;
  return max === undefined
    ? `at least ${formatNumber(min)}`
    : `${formatNumber(min)} to ${formatNumber(max)}`;
}

/** One phrase for each filter: "Tier is Gold". */
export function describeFilters(filters: MembersFilters, tierNames: readonly string[]): string[] {
  const { status, q, tiers, points, tags, enrolled, changed } = filters;
  return [
    ...(q === undefined ? [] : [`Search: “${q}”`]),
    ...(status === undefined ? [] : [`Status is ${formatMemberStatus(status).toLowerCase()}`]),
    ...(tiers ? [`Tier is ${tierNames.join(' or ')}`] : []),
    ...(points ? [`Points are ${formatPointsRange(points)}`] : []),
    ...(tags ? [`Tags include ${TAG_MODE_LABELS[tags.mode]}: ${tags.tags.join(', ')}`] : []),
    ...(enrolled ? [`Enrolled ${formatDateFilter(enrolled)}`] : []),
    ...(changed ? [`Changed ${formatDateFilter(changed)}`] : []),
  ];
}
