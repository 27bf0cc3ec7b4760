import { attributeLabel } from '#console/lib/format-attribute.ts';
import { formatAmount, formatCount, formatNumber } from '#console/lib/format-number.ts';

/** Fields of the loyalty API whose values are words of a fixed few: "male", "opted_out". */
const WORD_FIELDS = new Set([
  'gender',
  'member_status',
  'email_subscription_status',
  'churn_status',
  'promotion_type',
]);
/** Amounts of money; the API tells no currency. */
const AMOUNT_FIELDS = new Set(['revenue', 'aov']);

/**
 * A plain value of a member or an event, to read: points with their unit, amounts with two decimals,
 * words with a capital. Undefined where nothing is known of the field: then it is shown as it came.
 *
 * @param field as the API names it
 */
export function formatLoyaltyValue(field: string, value: unknown): string | undefined {
  if (typeof value === 'number') {
    if (AMOUNT_FIELDS.has(field)) return formatAmount(value);
    return /(^|_)points(_|$)/.test(field) ? formatCount(value, 'point') : formatNumber(value);
  }
  if (typeof value === 'string' && WORD_FIELDS.has(field)) return attributeLabel(value);
  return undefined;
}
