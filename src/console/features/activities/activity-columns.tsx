import { LoyaltyDate } from '#console/shared/loyalty/loyalty-date.tsx';
import { formatPointsConfig } from '#console/shared/loyalty/loyalty-points.ts';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { Activity } from '#contract/loyalty/activities.ts';
import { approvalLabel, benefitLabel } from './activity-labels.ts';
import { ActivityStatus } from './activity-status.tsx';

const MISSING = '—';

export const ACTIVITY_COLUMNS: readonly Column<Activity>[] = [
  { id: 'name', header: 'Name', cell: (activity) => activity.activity_name },
  {
    id: 'activity-id',
    header: 'Activity ID',
    width: '16%',
    cell: (activity) => <code>{activity.activity_id}</code>,
    hideBelow: 'narrow',
  },
  {
    id: 'points',
    header: 'Points',
    width: '152px',
    cell: (activity) => formatPointsConfig(activity.points_config) ?? MISSING,
    card: 'fact',
  },
  {
    id: 'benefit',
    header: 'Benefit',
    width: '18%',
    cell: (activity) => benefitLabel(activity.activity_benefit_type) ?? MISSING,
    hideBelow: 'medium',
  },
  {
    id: 'approval',
    header: 'Approval',
    width: '104px',
    cell: (activity) => approvalLabel(activity.approval_method) ?? MISSING,
    hideBelow: 'narrow',
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
