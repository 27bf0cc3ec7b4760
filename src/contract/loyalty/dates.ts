/** The year that means "no year" (loyalty.md, member_info). */
const NO_YEAR = 1904;

/**
 * A date in any of the contract's formats:
 *
 * - `day`: a calendar day, `iso` is `YYYY-MM-DD`
 * - `yearless`: a day without a year, `iso` is `1904-MM-DD`
 * - `instant`: a time in UTC, `iso` is `YYYY-MM-DDTHH:MM:SS.sssZ`
 */
export interface ContractDate {
  readonly kind: 'day' | 'yearless' | 'instant';
  readonly iso: string;
}

const MONTH_FIRST =
  /^(?<month>\d\d)\/(?<day>\d\d)(?:\/(?<year>\d{4})(?: (?<time>\d\d:\d\d:\d\d))?)?$/;
// ISO 8601, and `YYYY-MM-DD HH:MM:SS.ffffff`. Without an offset it is UTC.
const YEAR_FIRST =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[T ](?<time>\d\d:\d\d(?::\d\d)?)(?:\.(?<fraction>\d{1,9}))?(?<offset>Z|[+-]\d\d:\d\d)?)?$/;

/**
 * Parses a date in any of the contract's formats: `MM/DD/YYYY`, `MM/DD`, `MM/DD/YYYY HH:MM:SS`,
 * `YYYY-MM-DD`, ISO 8601 with `Z`, an offset or nothing, `YYYY-MM-DD HH:MM:SS.ffffff`.
 *
 * Null for anything else and for days that don't exist (02/30). Fractions of a second are truncated
 * to milliseconds.
 */
export function parseDate(text: string): ContractDate | null {
  const groups = (MONTH_FIRST.exec(text) ?? YEAR_FIRST.exec(text))?.groups;
  return groups ? fromGroups(groups) : null;
}

/** Converts `MM/DD/YYYY` to `YYYY-MM-DD`; null for other formats and for days that don't exist. */
export function parseMonthDayYear(text: string): string | null {
  const groups = MONTH_FIRST.exec(text)?.groups;
  return groups?.year && !groups.time ? isoDay(groups) : null;
}

/** Converts a birthdate or anniversary, `MM/DD/YYYY` or `MM/DD` (year 1904), to `YYYY-MM-DD`. */
export function parseMonthDay(text: string): string | null {
  const groups = MONTH_FIRST.exec(text)?.groups;
  return groups && !groups.time ? isoDay(groups) : null;
}

/** Converts `YYYY-MM-DD` to `MM/DD/YYYY`. */
export function formatMonthDayYear(isoDay: string): string {
  const [year, month, day] = isoDay.split('-');
  return `${month}/${day}/${year}`;
}

/** `MM/DD/YYYY HH:MM:SS` in UTC, the format of webhook requests. */
export function formatMonthDayYearTime(moment: Date): string {
  const iso = moment.toISOString();
  return `${formatMonthDayYear(iso.slice(0, 10))} ${iso.slice(11, 19)}`;
}

/** `YYYY-MM-DD HH:MM:SS.ffffff` in UTC, the format of activities. */
export function formatMicroseconds(moment: Date): string {
  const iso = moment.toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 23)}000`;
}

/** The day after a `YYYY-MM-DD`; null after 9999-12-31. */
export function dayAfter(isoDay: string): string | null {
  const next = new Date(`${isoDay}T00:00:00Z`);
  next.setUTCDate(next.getUTCDate() + 1);
  return next.getUTCFullYear() > 9999 ? null : next.toISOString().slice(0, 10);
}

type Groups = Record<string, string | undefined>;

function fromGroups(groups: Groups): ContractDate | null {
  const day = isoDay(groups);
  if (day === null) return null;
  if (groups.time === undefined) return dated('day', day);
  const moment = instant(day, groups.time, groups.fraction, groups.offset);
  return moment === null ? null : dated('instant', moment);
}

function dated(kind: 'day' | 'instant', iso: string): ContractDate {
  // Responses also send days without a year in ISO 8601, so the year decides, not the format.
  if (Number(iso.slice(0, 4)) === NO_YEAR) return { kind: 'yearless', iso: iso.slice(0, 10) };
  return { kind, iso };
}

function isoDay({ year = String(NO_YEAR), month = '', day = '' }: Groups): string | null {
  const iso = `${year}-${month}-${day}`;
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime()) || year === '0000') return null;
  // `Date` moves a day past the end of the month into the next one.
  return moment.toISOString().startsWith(iso) ? iso : null;
}

function instant(day: string, time: string, fraction = '', offset = 'Z'): string | null {
  if (Number(time.slice(0, 2)) > 23) return null;
  const seconds = time.length === 5 ? `${time}:00` : time;
  const moment = new Date(`${day}T${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`);
  // The offset can move the first and the last day outside the years 0001 to 9999.
  if (Number.isNaN(moment.getTime()) || moment.getUTCFullYear() < 1) return null;
  return moment.getUTCFullYear() > 9999 ? null : moment.toISOString();
}
