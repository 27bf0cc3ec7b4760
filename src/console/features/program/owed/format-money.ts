import { LOCALE } from '#console/lib/locale.ts';
import type { PointValue } from '#contract/gateway/points/points-owed.ts';

/** What points are worth: "$1,240.50"; undefined without a value of a point. */
export function formatPointsAsMoney(
  points: number,
  value: PointValue | null,
  locale = LOCALE,
): string | undefined {
  return value ? formatMoney(points * value.amount, value.currency, locale) : undefined;
}

/** A value of a single point, with all its decimals: "$0.0125". */
export function formatPointValue({ amount, currency }: PointValue, locale = LOCALE): string {
  return formatMoney(amount, currency, locale, { maximumFractionDigits: 6 });
}

/** A currency that the browser doesn't know is written after the amount. */
function formatMoney(
  amount: number,
  currency: string,
  locale: string,
  options: Intl.NumberFormatOptions = {},
): string {
  return amount.toLocaleString(locale, { style: 'currency', currency, ...options });
}
