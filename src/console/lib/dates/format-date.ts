import { LOCALE } from '#console/lib/locale.ts';
import { getDateFormatter } from './date-formatter.ts';

/** Defaults to the user's locale and time zone. */
export interface DateFormat {
  readonly locale?: string;
  readonly timeZone?: string;
}

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** More recent instants are relative. */
const RECENT_MS = 7 * DAY_MS;
/** More recent instants are relative by hours although they were on another day. */
const SAME_NIGHT_MS = 6 * HOUR_MS;

/** Other services may send texts that are no dates. */
const INVALID = 'Invalid date';

function formatWith(
  instant: Date,
  options: Intl.DateTimeFormatOptions,
  { locale, timeZone }: DateFormat,
): string {
  if (Number.isNaN(instant.getTime())) return INVALID;
  const zone = timeZone ? { timeZone } : {};
  return getDateFormatter(locale ?? LOCALE, { ...options, ...zone }).format(instant);
}

/** The local day of an instant: "Mar 4, 2024". */
export function formatDate(instant: Date, format: DateFormat = {}): string {
  return formatWith(instant, { dateStyle: 'medium' }, format);
}

/** The local day of an instant as a heading: "Today", "Yesterday", "Monday, March 4, 2024". */
export function formatDay(instant: Date, now: Date, format: DateFormat = {}): string {
  const days = localDaysUntil(instant, now, format);
  if (days === 0) return 'Today';
  if (days === -1) return 'Yesterday';
  return formatWith(instant, { dateStyle: 'full' }, format);
}

/** The local time of an instant with its zone: "Mar 4, 2024, 3:05 PM GMT+1". */
export function formatDateTime(instant: Date, format: DateFormat = {}): string {
  return formatWith(
    instant,
    {
      year: 'numeric',
      month: 'short',
      day: 'numeric',
      hour: 'numeric',
      minute: '2-digit',
      timeZoneName: 'short',
    },
    format,
  );
}

/** The local time of day of an instant: "3:05 PM". */
export function formatTime(instant: Date, format: DateFormat = {}): string {
  return formatWith(instant, { timeStyle: 'short' }, format);
}

/** The time of an instant today ("3:05 PM"); with the date when it was another day. */
export function formatClockTime(instant: Date, now: Date, format: DateFormat = {}): string {
  const isToday = formatDate(instant, format) === formatDate(now, format);
  return isToday ? formatTime(instant, format) : formatDateTime(instant, format);
}

/** An instant in UTC to the second, to compare with logs: "2024-03-04 14:05:09 UTC". */
export function formatUtc(instant: Date): string {
  if (Number.isNaN(instant.getTime())) return INVALID;
  return `${instant.toISOString().slice(0, 19).replace('T', ' ')} UTC`;
}

/** Relative within a week either way ("2 min ago", "in 6 days"), else the day ("Mar 4, 2024"). */
export function formatRelative(instant: Date, now: Date, format: DateFormat = {}): string {
  const distance = instant.getTime() - now.getTime();
  if (Number.isNaN(distance)) return INVALID;
  const size = Math.abs(distance);
  if (size >= RECENT_MS) return formatDate(instant, format);
  if (size < MINUTE_MS / 2) return 'just now';

  const relative = new Intl.RelativeTimeFormat(format.locale ?? LOCALE, {
    style: 'short',
    numeric: 'auto',
  });
  const days = localDaysUntil(instant, now, format);
  const [count, unit] =
    size < HOUR_MS - MINUTE_MS / 2
      ? ([Math.round(distance / MINUTE_MS), 'minute'] as const)
      : days === 0 || size < SAME_NIGHT_MS
        ? ([hours(distance), 'hour'] as const)
        : ([days, 'day'] as const);
  return relative.format(count, unit).replace(/\.(?= ago|$)/, '');
}

/** At most 23, because a day that is 24 hours away is another day. */
function hours(distanceMs: number): number {
  return Math.max(-23, Math.min(23, Math.round(distanceMs / HOUR_MS)));
}

/** How many local days later than now an instant is; negative if it is past. */
export function localDaysUntil(instant: Date, now: Date, format: DateFormat = {}): number {
  return localDay(instant, format) - localDay(now, format);
}

/** A coming day, the same everywhere: "today", "tomorrow", "in 5 days". */
export function formatDaysAhead(days: number): string {
  if (days === 0) return 'today';
  return days === 1 ? 'tomorrow' : `in ${days} days`;
}

/** The number of the local day, to subtract. */
function localDay(instant: Date, format: DateFormat): number {
  // Swedish dates are ISO 8601.
  const isoDay = formatWith(instant, { dateStyle: 'short' }, { ...format, locale: 'sv-SE' });
  return Date.parse(isoDay) / DAY_MS;
}
