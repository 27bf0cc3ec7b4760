/** `2/9`, `02/09/1990`, `1990-02-09` also with a time, `9.2.1990` and `9.2.`, which has the day first. */
const FORMATS = [
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})(?:\/(?<year>\d{4}))?$/,
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:T[\d:.]+Z)?$/,
  /^(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.(?:\s?(?<year>\d{4}))?$/,
];
const SLASHES = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/;
const MONTHS = 12;

/** The order of a date with slashes that can only be read in one; `both` if it has two meanings; else undefined. */
export function dateOrderOf(text: string): 'day_first' | 'month_first' | 'both' | undefined {
  const [, one, other] = SLASHES.exec(text.trim()) ?? [];
  const [first, second] = [Number(one), Number(other)];
  if (one === undefined || first === second) return undefined;
  if (first > MONTHS) return second > MONTHS ? undefined : 'day_first';
  return second > MONTHS ? 'month_first' : 'both';
}

/** A date with slashes in a form with one meaning, the day first and dots; any other text unchanged. */
export function withDateOrder(text: string, order: 'day_first' | 'month_first'): string {
  const [, first, second, year = ''] = SLASHES.exec(text.trim()) ?? [];
  if (first === undefined) return text;
  return order === 'day_first' ? `${first}.${second}.${year}` : `${second}.${first}.${year}`;
}

/** A typed date as the API expects it, `MM/DD/YYYY` or `MM/DD`; any other text unchanged. */
export function normalizeTypedDate(text: string): string {
  const typed = text.trim();
  const groups = FORMATS.map((format) => format.exec(typed)?.groups).find(Boolean);
  if (!groups) return text;
  const { month = '', day = '', year } = groups;
  const monthAndDay = `${month.padStart(2, '0')}/${day.padStart(2, '0')}`;
  return year === undefined ? monthAndDay : `${monthAndDay}/${year}`;
}
