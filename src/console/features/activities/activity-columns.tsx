import { capitalize } from '#console/lib/format/capitalize.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { LoyaltyDate } from '#console/shared/loyalty/loyalty-date.tsx';
import { formatFrequency, formatPointsConfig } from '#console/shared/loyalty/loyalty-points.ts';
import { inactiveReason } from '#console/shared/loyalty/rule-sentence.ts';
import { StatusDot } from '#console/ui/status-dot.tsx';
import { type Column, NO_VALUE } from '#console/ui/table/data-table-column.ts';
import type { Activity } from '#contract/loyalty/activities.ts';
import { isFrequency } from '#contract/loyalty/rules.ts';
import { ACTIVITY_USE_DAYS, type ActivityUse } from '#contract/points/points.ts';

/** @param use by the activity's ID; undefined if the loyalty service doesn't count it */
export function activityColumns(
  use: ReadonlyMap<string, ActivityUse> | undefined,
): readonly Column<Activity>[] {
  if (!use) return COLUMNS;
  const figure = (count: 'times' | 'points') => (activity: Activity) =>
    formatNumber(use.get(activity.activity_id)?.[count] ?? 0);
  // What is used says more than when it was changed, and leaves the names their room.
  const others = COLUMNS.filter(({ id }) => id !== 'updated');
  return others.toSpliced(
    -1,
    0,
    {
      id: 'times',
      header: `Earned, ${ACTIVITY_USE_DAYS} days`,
      unit: `in ${ACTIVITY_USE_DAYS} days`,
      align: 'end',
      width: '136px',
      sortKey: 'times',
      cell: figure('times'),
      hideBelow: 'medium',
      card: 'aside',
    },
    {
      id: 'issued',
      header: `Points, ${ACTIVITY_USE_DAYS} days`,
      align: 'end',
      width: '136px',
      sortKey: 'points',
      cell: figure('points'),
      hideBelow: 'wide',
    },
  );
}

const COLUMNS: readonly Column<Activity>[] = [
  {
    id: 'name',
    header: 'Name',
    cell: (activity) => activity.activity_name || activity.activity_id,
  },
  {
    id: 'activity-id',
    header: 'Activity ID',
    width: '16%',
    cell: (activity) => <code>{activity.activity_id}</code>,
    hideBelow: 'narrow',
  },
  {
    id: 'points',
    header: 'Earns',
    align: 'end',
    width: '208px',
    cell: (activity) => formatPointsConfig(activity.points_config) ?? NO_VALUE,
    card: 'fact',
  },
  {
    id: 'limit',
    header: 'Limit',
    width: '168px',
    cell: limitText,
    hideBelow: 'narrow',
    card: 'fact',
  },
  {
    id: 'active',
    header: 'Status',
    width: '104px',
    cell: (activity) => <ActivityStatus isActive={activity.is_active} />,
    card: 'status',
  },
  {
    id: 'updated',
    header: 'Last updated',
    width: '120px',
    cell: (activity) => <LoyaltyDate value={activity.last_modified_date} />,
    hideBelow: 'wide',
  },
];

/** How often a member can earn, by the rules that apply: "Once a day, 4 times a year". */
function limitText({ rules_config: rules }: Activity): string {
  const limits = (rules ?? [])
    .filter((rule) => rule.rule_type === 'Frequency' && inactiveReason(rule) === undefined)
    .flatMap(({ conditions }) => conditions.filter(isFrequency))
    .map((frequency) => formatFrequency(frequency) ?? 'unknown limit')
    .join(', ');
  return capitalize(limits || 'no limit');
}

export function ActivityStatus({ isActive }: { readonly isActive: boolean | undefined }) {
  if (isActive === undefined) return null;
  return (
    <StatusDot tone={isActive ? 'normal' : 'off'}>{isActive ? 'Active' : 'Inactive'}</StatusDot>
  );
}
