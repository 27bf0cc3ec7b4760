import { formatDaysAhead } from '#console/lib/dates/format-date.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { SOON_DAYS } from '#console/shared/accounts/account-expiry.ts';
import {
  formatLoyaltyDate,
  parseLoyaltyInstant,
} from '#console/shared/loyalty/format-loyalty-date.ts';
import type { PointsExpiration } from '#contract/loyalty/members/member.ts';
import type { Read } from '#contract/readers/reader-types.ts';

const DAY_MS = 86_400_000;

/** The points that expire on one day. */
export interface ExpiryStep {
  /** ISO 8601; undefined if the date is unreadable. */
  readonly at: string | undefined;
  readonly label: string;
  readonly points: number;
  /** Whole days from now; 0 on the day itself, negative after it. */
  readonly inDays: number | undefined;
  readonly isSoon: boolean;
}

/** The schedule by day, soonest first. Unreadable dates come last, unchanged. */
export function expirySteps(schedule: readonly Read<PointsExpiration>[], now: Date): ExpiryStep[] {
  const byLabel = new Map<string, ExpiryStep>();
  for (const { expiration_date: date = '', points = 0 } of schedule) {
    const label = formatLoyaltyDate(date);
    const step = byLabel.get(label);
    byLabel.set(
      label,
      step ? { ...step, points: step.points + points } : toStep(date, label, points, now),
    );
  }
  return [...byLabel.values()].sort((left, right) => sortKey(left) - sortKey(right));
}

function sortKey({ at }: ExpiryStep): number {
  return at === undefined ? Number.MAX_VALUE : Date.parse(at);
}

function toStep(date: string, label: string, points: number, now: Date): ExpiryStep {
  const at = parseLoyaltyInstant(date);
  const inDays =
    at === undefined ? undefined : Math.ceil((Date.parse(at) - now.getTime()) / DAY_MS);
  const isSoon = inDays !== undefined && inDays >= 0 && inDays <= SOON_DAYS;
  return { at, label, points, inDays, isSoon };
}

/** The next expiry if it is soon: "350 points expire in 12 days". */
export function formatNextExpiry(steps: readonly ExpiryStep[]): string | undefined {
  const next = steps.find(({ isSoon }) => isSoon);
  if (!next) return undefined;
  const points = formatCount(next.points, 'point');
  const verb = next.points === 1 ? 'expires' : 'expire';
  const { inDays = 0 } = next;
  return `${points} ${verb} ${formatDaysAhead(inDays)}`;
}
