import { startOfDay } from '#console/lib/dates/datetime-local.ts';

const DAY_MS = 86_400_000;

const daysAgo = (days: number) => (now: Date) =>
  startOfDay(new Date(now.getTime() - days * DAY_MS));

/** The presets of a log's date filter, with when each begins. */
export const DATE_PRESETS = {
  Today: daysAgo(0),
  'Last 7 days': daysAgo(7),
  'Last 30 days': daysAgo(30),
  'Last 90 days': daysAgo(90),
};
