import { LOCALE } from '#console/lib/locale.ts';

/**
 * By locale: creating a formatter takes as long as hundreds of uses. The user's own is created while
 * the page is still waiting for data.
 */
const formatters = new Map([[LOCALE, new Intl.NumberFormat(LOCALE)]]);

/** `12480` as "12,480". */
export function formatNumber(value: number, locale = LOCALE): string {
  const formatter = formatters.get(locale) ?? new Intl.NumberFormat(locale);
  formatters.set(locale, formatter);
  return formatter.format(value);
}

/** A difference: `6` as "+6", `-6` as "−6". */
export function formatChange(difference: number): string {
  const sign = difference > 0 ? '+' : difference < 0 ? '−' : '';
  return `${sign}${formatNumber(Math.abs(difference))}`;
}

/** An amount of money in an unknown currency: `1761.3` as "1,761.30". */
export function formatAmount(value: number): string {
  return value.toLocaleString(LOCALE, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
}

/** A share from 0 to 1: `0.964` as "96%", `0.004` as "<1%". */
export function formatShare(share: number, locale = LOCALE): string {
  const percent = new Intl.NumberFormat(locale, { style: 'percent' });
  return share > 0 && share < 0.005 ? `<${percent.format(0.01)}` : percent.format(share);
}

/** A file size: `10485760` as "10 MB". */
export function formatBytes(bytes: number, locale = LOCALE): string {
  const [size, unit] =
    bytes < 1024 * 1024
      ? ([1024, 'kilobyte'] as const)
      : bytes < 1024 ** 3
        ? ([1024 ** 2, 'megabyte'] as const)
        : ([1024 ** 3, 'gigabyte'] as const);
  return new Intl.NumberFormat(locale, {
    style: 'unit',
    unit,
    maximumFractionDigits: 1,
  }).format(bytes / size);
}

const pluralRules = new Map<string, Intl.PluralRules>();

/** A count with its unit: "1 account", "3 accounts". */
export function formatCount(count: number, one: string, many = `${one}s`, locale = LOCALE): string {
  const rules = pluralRules.get(locale) ?? new Intl.PluralRules(locale);
  pluralRules.set(locale, rules);
  const unit = rules.select(count) === 'one' ? one : many;
  return `${formatNumber(count, locale)} ${unit}`;
}

/**
 * The range of a page: "1–100 of 4,812", "1–100 of about 270,000", "0 of 0" for an empty list, "1–100" without a total or with one
 * that can't be right.
 */
export function formatRange(
  from: number,
  to: number,
  total: number | undefined,
  isAbout = false,
  locale = LOCALE,
): string {
  const about = isAbout ? 'about ' : '';
  const of = total === undefined || total < to ? '' : ` of ${about}${formatNumber(total, locale)}`;
  if (to < from) return `0${of}`;
  return `${formatNumber(from, locale)}–${formatNumber(to, locale)}${of}`;
}
