import { attributeLabel } from '#console/lib/format/format-attribute.ts';
import { formatAmount, formatCount, formatNumber } from '#console/lib/format/format-number.ts';

/** Fields with a fixed set of values: "male", "opted_out". */
const ENUM_FIELDS = new Set([
  'gender',
  'member_status',
  'email_subscription_status',
  'churn_status',
  'promotion_type',
]);
/** Amounts of money in an unknown currency. */
const AMOUNT_FIELDS = new Set(['revenue', 'aov']);

/**
 * Formats a value of a member or event: points with their unit, amounts with two decimals, enum values
 * capitalized. Undefined for unknown fields, which are shown unchanged.
 *
 * @param field the API's name of the field
 */
export function formatLoyaltyValue(field: string, value: unknown): string | undefined {
  if (typeof value === 'number') {
    if (AMOUNT_FIELDS.has(field)) return formatAmount(value);
    return /(^|_)points(_|$)/.test(field) ? formatCount(value, 'point') : formatNumber(value);
  }
  if (typeof value === 'string' && ENUM_FIELDS.has(field)) return attributeLabel(value);
  return undefined;
}
