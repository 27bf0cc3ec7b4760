import { formatCount } from '#console/lib/format/format-number.ts';
import { parseLoyaltyInstant } from '#console/shared/loyalty/format-loyalty-date.ts';
import type { TierInfo } from '#contract/loyalty/members/member.ts';

const DAY_MS = 86_400_000;

/**
 * The rest of a tier's period in days of the calendar, in UTC: "236 days left of this period"; undefined
 * without a readable end.
 */
export function formatPeriodLeft(tier: TierInfo, now: Date): string | undefined {
  const end = parseTime(tier.current_period_end);
  if (end === undefined) return undefined;
  if (end <= now.getTime()) return 'Period ended';
  const days = Math.floor(end / DAY_MS) - Math.floor(now.getTime() / DAY_MS);
  return days === 0 ? 'Last day of this period' : `${formatCount(days, 'day')} left of this period`;
}

/** The elapsed part of a tier's period, 0 to 1; undefined without a readable start and end. */
export function elapsedFraction(tier: TierInfo, now: Date): number | undefined {
  const start = parseTime(tier.current_period_start);
  const end = parseTime(tier.current_period_end);
  if (start === undefined || end === undefined || end <= start) return undefined;
  return Math.min(1, Math.max(0, (now.getTime() - start) / (end - start)));
}

function parseTime(value: string | null | undefined): number | undefined {
  const iso = value ? parseLoyaltyInstant(value) : undefined;
  return iso === undefined ? undefined : Date.parse(iso);
}
