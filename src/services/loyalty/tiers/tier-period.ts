import type { Program } from '#services/loyalty/programs/programs-table.ts';

/** The end of a period; null if the program's tiers are not period-based. */
export function tierPeriodEnd(
  { tierPeriodMonths }: Pick<Program, 'tierPeriodMonths'>,
  start: Date,
): Date | null {
  if (tierPeriodMonths === null) return null;
  const end = new Date(start);
  end.setUTCDate(1);
  end.setUTCMonth(end.getUTCMonth() + tierPeriodMonths);
  // In a shorter month use its last day.
  const lastDay = new Date(Date.UTC(end.getUTCFullYear(), end.getUTCMonth() + 1, 0)).getUTCDate();
  end.setUTCDate(Math.min(start.getUTCDate(), lastDay));
  return end;
}
