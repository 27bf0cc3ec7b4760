import { LOCALE } from './locale.ts';

/**
 * Made once for each locale: making one takes as long as hundreds of uses. The reader's own at once, as
 * this code comes before the numbers do.
 */
const formatters = new Map([[LOCALE, new Intl.NumberFormat(LOCALE)]]);

/** `12480` as "12,480". */
export function formatNumber(value: number, locale = LOCALE): string {
  const formatter = formatters.get(locale) ?? new Intl.NumberFormat(locale);
  formatters.set(locale, formatter);
  return formatter.format(value);
}

/** An amount of money in a currency that is not known: `1761.3` is "1,761.30". */
export function formatAmount(value: number, locale = LOCALE): string {
  return value.toLocaleString(locale, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** A part of a whole, from 0 to 1: `0.964` as "96%"; what rounds to nothing and isn't, "<1%". */
export function formatShare(share: number, locale = LOCALE): string {
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  return share > 0 && share < 0.005 ? `<${percent.format(0.01)}` : percent.format(share);
}

/** A count with its unit: `formatCount(1, 'account')` is "1 account", 3 are "3 accounts". */
export function formatCount(count: number, one: string, many = `${one}s`, locale = LOCALE): string {
  const unit = new Intl.PluralRules(locale).select(count) === 'one' ? one : many;
  return `${formatNumber(count, locale)} ${unit}`;
}

/**
 * What a page shows of a list, with an en dash: "1–100 of 4,812"; an empty list is "0 of 0". Where
 * the total is not known, that part is left out.
 */
export function formatRange(
  from: number,
  to: number,
  total: number | undefined,
  locale = LOCALE,
): string {
  const of = total === undefined ? '' : ` of ${formatNumber(total, locale)}`;
  if (to < from) return `0${of}`;
  return `${formatNumber(from, locale)}–${formatNumber(to, locale)}${of}`;
}
