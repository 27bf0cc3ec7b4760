/** The year that stands for "no year" (loyalty.md, member_info). */
const NO_YEAR = 1904;

/**
 * A date as the contract writes it, whatever its format.
 *
 * - `day`: a calendar day, `iso` is `YYYY-MM-DD`
 * - `yearless`: a day without a year, `iso` is `1904-MM-DD`
 * - `instant`: a moment in UTC, `iso` is `YYYY-MM-DDTHH:MM:SS.sssZ`
 */
export interface ContractDate {
  readonly kind: 'day' | 'yearless' | 'instant';
  readonly iso: string;
}

const MONTH_FIRST =
  /^(?<month>\d\d)\/(?<day>\d\d)(?:\/(?<year>\d{4})(?: (?<time>\d\d:\d\d:\d\d))?)?$/;
// ISO 8601, and `YYYY-MM-DD HH:MM:SS.ffffff`; without an offset it is UTC as all times here.
const YEAR_FIRST =
  /^(?<year>\d{4})-(?<month>\d\d)-(?<day>\d\d)(?:[T ](?<time>\d\d:\d\d(?::\d\d)?)(?:\.(?<fraction>\d{1,9}))?(?<offset>Z|[+-]\d\d:\d\d)?)?$/;

/**
 * Reads a date in any format that the contract shows: `MM/DD/YYYY`, `MM/DD`, `MM/DD/YYYY HH:MM:SS`,
 * `YYYY-MM-DD`, ISO 8601 with `Z`, an offset or nothing, `YYYY-MM-DD HH:MM:SS.ffffff`.
 *
 * Null for anything else and for days that no calendar has (02/30). Fractions of a second are cut
 * to milliseconds.
 */
export function parseDate(text: string): ContractDate | null {
  const groups = (MONTH_FIRST.exec(text) ?? YEAR_FIRST.exec(text))?.groups;
  return groups ? fromGroups(groups) : null;
}

/** Reads `MM/DD/YYYY` and gives `YYYY-MM-DD`; null for any other format and for unreal days. */
export function parseMonthDayYear(text: string): string | null {
  const groups = MONTH_FIRST.exec(text)?.groups;
  return groups?.year && !groups.time ? isoDay(groups) : null;
}

/** Reads a birthdate or anniversary: `MM/DD/YYYY`, or `MM/DD` in the year 1904, as `YYYY-MM-DD`. */
export function parseMonthDay(text: string): string | null {
  const groups = MONTH_FIRST.exec(text)?.groups;
  return groups && !groups.time ? isoDay(groups) : null;
}

/** `YYYY-MM-DD` as `MM/DD/YYYY`. */
export function formatMonthDayYear(isoDay: string): string {
  const [year, month, day] = isoDay.split('-');
  return `${month}/${day}/${year}`;
}

/** A moment as `MM/DD/YYYY HH:MM:SS` in UTC, the format of a webhook request. */
export function formatMonthDayYearTime(moment: Date): string {
  const iso = moment.toISOString();
  return `${formatMonthDayYear(iso.slice(0, 10))} ${iso.slice(11, 19)}`;
}

/** A moment as `YYYY-MM-DD HH:MM:SS.ffffff` in UTC, the format of an activity. */
export function formatMicroseconds(moment: Date): string {
  const iso = moment.toISOString();
  return `${iso.slice(0, 10)} ${iso.slice(11, 23)}000`;
}

/** The day after a `YYYY-MM-DD`; null after the last day that four digits of year can write. */
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
  // Replies write a day without a year in ISO 8601 too, so the year decides and not the format.
  if (Number(iso.slice(0, 4)) === NO_YEAR) return { kind: 'yearless', iso: iso.slice(0, 10) };
  return { kind, iso };
}

function isoDay({ year = String(NO_YEAR), month = '', day = '' }: Groups): string | null {
  const iso = `${year}-${month}-${day}`;
  const moment = new Date(iso);
  if (Number.isNaN(moment.getTime()) || year === '0000') return null;
  // A day behind the end of its month is taken for one of the next.
  return moment.toISOString().startsWith(iso) ? iso : null;
}

function instant(day: string, time: string, fraction = '', offset = 'Z'): string | null {
  if (Number(time.slice(0, 2)) > 23) return null;
  const seconds = time.length === 5 ? `${time}:00` : time;
  const moment = new Date(`${day}T${seconds}.${fraction.slice(0, 3).padEnd(3, '0')}${offset}`);
  // The offset can carry the first and the last day over the edge of the years with four digits.
  if (Number.isNaN(moment.getTime()) || moment.getUTCFullYear() < 1) return null;
  return moment.getUTCFullYear() > 9999 ? null : moment.toISOString();
}
