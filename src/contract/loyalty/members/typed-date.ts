/** `2/9`, `02/09/1990`, `1990-02-09` also with a time, `9.2.1990` and `9.2.`, which has the day first. */
const FORMATS = [
  /^(?<month>\d{1,2})\/(?<day>\d{1,2})(?:\/(?<year>\d{4}))?$/,
  /^(?<year>\d{4})-(?<month>\d{1,2})-(?<day>\d{1,2})(?:T[\d:.]+Z)?$/,
  /^(?<day>\d{1,2})\.\s?(?<month>\d{1,2})\.(?:\s?(?<year>\d{4}))?$/,
];

/** A date with slashes that has the day first, in a form with one meaning; any other text unchanged. */
export function normalizeDayFirst(text: string): string {
  const [, day, month, year] = /^(\d{1,2})\/(\d{1,2})(?:\/(\d{4}))?$/.exec(text.trim()) ?? [];
  if (day === undefined) return text;
  return year === undefined ? `${day}.${month}.` : `${day}.${month}.${year}`;
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
