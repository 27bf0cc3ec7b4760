import { formatCount } from '#console/lib/format-number.ts';
import { parseLoyaltyInstant } from '#console/shared/loyalty/format-loyalty-date.ts';
import type { TierInfo } from '#contract/loyalty/members/member.ts';

const DAY_MS = 86_400_000;

/** How long a tier's period still lasts: "236 days left"; undefined where it has no readable end. */
export function formatDaysLeft(tier: TierInfo, now: Date): string | undefined {
  const end = instantOf(tier.current_period_end);
  if (end === undefined) return undefined;
  const days = Math.ceil((end - now.getTime()) / DAY_MS);
  if (days <= 0) return 'which has ended';
  return `${formatCount(days, 'day')} left`;
}

/** How much of a tier's period has passed, 0 to 1; undefined where it has no two ends. */
export function elapsedFraction(tier: TierInfo, now: Date): number | undefined {
  const start = instantOf(tier.current_period_start);
  const end = instantOf(tier.current_period_end);
  if (start === undefined || end === undefined || end <= start) return undefined;
  return Math.min(1, Math.max(0, (now.getTime() - start) / (end - start)));
}

function instantOf(value: string | null | undefined): number | undefined {
  const iso = value ? parseLoyaltyInstant(value) : undefined;
  return iso === undefined ? undefined : Date.parse(iso);
}
