import type { Program } from '#services/loyalty/tables/programs-table.ts';

/** When a period that begins at a moment ends; null where a program's tiers have no periods. */
export function tierPeriodEnd(
  { tierPeriodMonths }: Pick<Program, 'tierPeriodMonths'>,
  start: Date,
): Date | null {
  if (tierPeriodMonths === null) return null;
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + tierPeriodMonths);
  // The last day of a shorter month, rather than a day of the month after it.
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return end;
}
