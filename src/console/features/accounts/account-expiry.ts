const DAY_MS = 24 * 60 * 60_000;
/** An end nearer than this is told in amber. */
const SOON_MS = 14 * DAY_MS;

/** How an account's authorization stands: whether it works, and for how long. */
export type AccountExpiry = 'never' | 'later' | 'soon' | 'expired';

/** @param expiresAt ISO 8601, or null where the authorization has no end */
export function accountExpiry(expiresAt: string | null, now: Date): AccountExpiry {
  if (expiresAt === null) return 'never';
  const left = Date.parse(expiresAt) - now.getTime();
  if (Number.isNaN(left)) return 'later';
  if (left <= 0) return 'expired';
  return left < SOON_MS ? 'soon' : 'later';
}

/** How long it goes on, in whole days: "in 5 days"; "within a day" at the very end. */
export function remainingDays(expiresAt: string, now: Date): string {
  const days = Math.floor((Date.parse(expiresAt) - now.getTime()) / DAY_MS);
  if (days < 1) return 'within a day';
  return days === 1 ? 'in 1 day' : `in ${days} days`;
}
