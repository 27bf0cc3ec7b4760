import { MEMBER_FIELD_LABELS } from '#console/shared/loyalty/member-field-labels.ts';
import {
  type ExportColumn,
  type ImportColumn,
  SHARED_COLUMNS,
} from '#contract/gateway/member-csv.ts';

const LABELS: Readonly<Record<Exclude<ExportColumn, ImportColumn>, string>> = {
  id: 'Internal ID',
  gender: 'Gender',
  'tier_info.loyalty_tier_name': 'Tier',
  'tier_info.loyalty_tier_id': 'Tier ID',
  available_points: 'Points',
  pending_points: 'Pending points',
  'next_expiration.points': 'Points that expire next',
  'next_expiration.expiration_date': 'Next expiry',
  lifetime_points_earned: 'Lifetime points earned',
  lifetime_points_redeemed: 'Lifetime points redeemed',
  lifetime_points_expired: 'Lifetime points expired',
  lifetime_points_deducted: 'Lifetime points deducted',
  enrollment_date: 'Enrolled',
  last_modified_date: 'Changed',
  referral_code: 'Referral code',
  referral_URL: 'Referral link',
  number_of_purchases: 'Purchases',
  revenue: 'Revenue',
  aov: 'Average order value',
  first_purchase_date: 'First purchase',
  last_purchase_date: 'Last purchase',
  number_of_redemptions: 'Redemptions',
  number_of_activities: 'Activities',
};

/** "Email", "Points". */
export function exportColumnLabel(column: ExportColumn): string {
  const imported = SHARED_COLUMNS.find((name) => name === column);
  return imported ? MEMBER_FIELD_LABELS[imported] : LABELS[column as keyof typeof LABELS];
}

interface ColumnGroup {
  readonly legend: string;
  readonly columns: readonly ExportColumn[];
}

/** All columns but custom attributes. */
export const COLUMN_GROUPS: readonly ColumnGroup[] = [
  {
    legend: 'Person',
    columns: [
      ...SHARED_COLUMNS.filter(
        (name) => !/^(?:address|member_status|email_sub|member_tags|referrer)/.test(name),
      ),
      'gender',
      'id',
    ],
  },
  {
    legend: 'Address',
    columns: SHARED_COLUMNS.filter((name) => name.startsWith('address.')),
  },
  {
    legend: 'Membership',
    columns: [
      ...(['member_status', 'email_subscription_status', 'member_tags', 'referrer_code'] as const),
      ...(Object.keys(LABELS) as (keyof typeof LABELS)[]).filter(
        (name) => !['id', 'gender'].includes(name) && !isOfPurchases(name),
      ),
    ],
  },
  {
    legend: 'Purchases and activity',
    columns: (Object.keys(LABELS) as (keyof typeof LABELS)[]).filter(isOfPurchases),
  },
];

function isOfPurchases(name: string): boolean {
  return /^(?:number_of|revenue|aov|first_purchase|last_purchase)/.test(name);
}

/** What columns of the list are called in a file; others have the same name. */
const LISTED: Readonly<Record<string, readonly string[]>> = {
  name: ['first_name', 'last_name'],
  'member-id': ['member_id'],
  email: ['email_address'],
  tier: ['tier_info.loyalty_tier_name'],
  points: ['available_points'],
  tags: ['member_tags'],
  status: ['member_status'],
  enrolled: ['enrollment_date'],
  changed: ['last_modified_date'],
};

/** @param ids of columns of the list */
export function listedColumns(ids: readonly string[]): readonly string[] {
  return ids.flatMap((id) => LISTED[id] ?? [id]);
}
