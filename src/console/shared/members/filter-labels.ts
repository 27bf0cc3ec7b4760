import { formatCount } from '#console/lib/format/format-number.ts';
import { formatLoyaltyDate } from '#console/shared/loyalty/format-loyalty-date.ts';
import type { DirectoryFilter } from '#contract/gateway/filters/directory-filters.ts';
import type { JobFilter } from '#contract/gateway/job.ts';
import type {
  DateOperator,
  DateSelection,
  TagFilter,
  TagMode,
} from '#contract/loyalty/members/member-filters.ts';
import type { MemberDates } from './member-dates.ts';
import { formatMemberStatus } from './member-status.tsx';
import { describeSegment, formatNumberRange, type NumberRange } from './segment-labels.ts';

export const TAG_MODE_LABELS: Readonly<Record<TagMode, string>> = {
  contain_any_of: 'any of',
  contain_all_of: 'all of',
  contain_none_of: 'none of',
};

export const DATE_OPERATOR_LABELS: Readonly<Record<MemberDates['operator'], string>> = {
  last: 'in the last',
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

/** A date filter as text: "in the last 30 days", "between Mar 4, 2024 and Apr 1, 2024". */
export function formatDateFilter(dates: MemberDates): string {
  const label = DATE_OPERATOR_LABELS[dates.operator];
  if (dates.operator === 'last') return `${label} ${formatCount(dates.days, 'day')}`;
  const { operator, first, last } = dates;
  const days =
    operator === 'between'
      ? `${formatLoyaltyDate(first)} and ${formatLoyaltyDate(last)}`
      : formatLoyaltyDate(first);
  return `${label} ${days}`;
}

interface MemberFilters {
  readonly q?: string | undefined;
  readonly status?: string | readonly string[] | undefined;
  readonly tiers?: readonly string[] | undefined;
  readonly points?: NumberRange | undefined;
  readonly tags?: TagFilter | readonly TagFilter[] | undefined;
  readonly enrolled?: MemberDates | undefined;
  readonly changed?: MemberDates | undefined;
  readonly lastPurchase?: MemberDates | undefined;
  readonly firstPurchase?: MemberDates | undefined;
  readonly segment?: DirectoryFilter | undefined;
}

/** One phrase for each filter: "Tier is Gold". */
export function describeFilters(filters: MemberFilters, tierNames: readonly string[]): string[] {
  const { status, q, tiers, points, tags, enrolled, changed } = filters;
  const { lastPurchase, firstPurchase, segment = {} } = filters;
  const statuses = [status ?? []].flat().map((each) => formatMemberStatus(each).toLowerCase());
  return [
    ...(q === undefined ? [] : [`Search: “${q}”`]),
    ...(statuses.length > 0 ? [`Status is ${statuses.join(' or ')}`] : []),
    ...(tiers ? [`Tier is ${tierNames.join(' or ')}`] : []),
    ...(points ? [`Points are ${formatNumberRange(points)}`] : []),
    ...[tags ?? []]
      .flat()
      .map(({ mode, tags: names }) => `Tags include ${TAG_MODE_LABELS[mode]}: ${names.join(', ')}`),
    ...(enrolled ? [`Enrolled ${formatDateFilter(enrolled)}`] : []),
    ...(changed ? [`Changed ${formatDateFilter(changed)}`] : []),
    ...(lastPurchase ? [`Last purchase ${formatDateFilter(lastPurchase)}`] : []),
    ...(firstPurchase ? [`First purchase ${formatDateFilter(firstPurchase)}`] : []),
    ...describeSegment(segment),
  ];
}

/**
 * The same for the filter that selected the members of a job.
 *
 * @param tierNames by the id of the tier
 */
export function describeJobFilter(
  filter: JobFilter,
  tierNames: ReadonlyMap<string, string>,
): string[] {
  const { q, status, tier, points_min: min, points_max: max } = filter;
  const tagFilter = (mode: TagMode, tags: string[] | undefined) => (tags ? [{ mode, tags }] : []);
  return describeFilters(
    {
      q,
      status,
      tiers: tier,
      points: min === undefined && max === undefined ? undefined : { min, max },
      tags: [
        ...tagFilter('contain_any_of', filter.tag),
        ...tagFilter('contain_all_of', filter.tag_all),
        ...tagFilter('contain_none_of', filter.tag_none),
      ],
      enrolled: toDateSelection(filter.enrolled_from, filter.enrolled_to),
      changed: toDateSelection(filter.changed_from, filter.changed_to),
      lastPurchase: toDateSelection(filter.last_purchase_from, filter.last_purchase_to),
      firstPurchase: toDateSelection(filter.first_purchase_from, filter.first_purchase_to),
      segment: filter as DirectoryFilter,
    },
    (tier ?? []).map((id) => tierNames.get(id) ?? id),
  );
}

function toDateSelection(from?: string, to?: string): DateSelection | undefined {
  if (from === undefined) return to === undefined ? undefined : selectDays('lte', to);
  if (to === undefined) return selectDays('gte', from);
  return from === to ? selectDays('eq', from) : selectDays('between', from, to);
}

function selectDays(operator: DateOperator, first: string, last = first): DateSelection {
  return { operator, first, last };
}
