import { formatLoyaltyDate } from '#console/shared/loyalty/format-loyalty-date.ts';
import type {
  DateOperator,
  DateSelection,
  TagFilter,
  TagMode,
} from '#contract/loyalty/members/member-filters.ts';
import type { MembersFilters } from './members-view.ts';

const STATUS_LABELS: Readonly<Record<string, string>> = {
  active: 'Active',
  blocked: 'Blocked',
  opted_out: 'Opted out',
};

/** A member's status in words; one that isn't known as it came. */
export function formatMemberStatus(status: string): string {
  return STATUS_LABELS[status] ?? status;
}

/** What the ways to match tags are called. */
export const TAG_MODE_LABELS: Readonly<Record<TagMode, string>> = {
  contain_any_of: 'any of',
  contain_all_of: 'all of',
  contain_none_of: 'none of',
};

/** What the ways to compare days are called. */
export const DATE_OPERATOR_LABELS: Readonly<Record<DateOperator, string>> = {
  eq: 'on',
  gt: 'after',
  gte: 'on or after',
  lt: 'before',
  lte: 'on or before',
  between: 'between',
};

/** A filter by tags in words: "any of vip, newsletter". */
export function formatTagFilter({ mode, tags }: TagFilter): string {
  return `${TAG_MODE_LABELS[mode]} ${tags.join(', ')}`;
}

/** A filter by a date in words: "on Mar 4, 2024", "between" two days. */
export function formatDateFilter({ operator, first, last }: DateSelection): string {
  const words =
    operator === 'between'
      ? `${formatLoyaltyDate(first)} and ${formatLoyaltyDate(last)}`
      : formatLoyaltyDate(first);
  return `${DATE_OPERATOR_LABELS[operator]} ${words}`;
}

/** All that is filtered by, for a list that is empty because of it. */
export function describeFilters({ status, tags, enrolled, changed }: MembersFilters): string[] {
  return [
    `Status is ${formatMemberStatus(status).toLowerCase()}`,
    ...(tags ? [`Tags: ${formatTagFilter(tags)}`] : []),
    ...(enrolled ? [`Enrolled ${formatDateFilter(enrolled)}`] : []),
    ...(changed ? [`Changed ${formatDateFilter(changed)}`] : []),
  ];
}
