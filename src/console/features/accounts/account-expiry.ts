const DAY_MS = 24 * 60 * 60_000;
/** Accounts that expire within this time are shown in amber. */
const SOON_MS = 14 * DAY_MS;

export type AccountExpiry = 'never' | 'later' | 'soon' | 'expired';

/** @param expiresAt ISO 8601, or null if the account doesn't expire */
export function accountExpiry(expiresAt: string | null, now: Date): AccountExpiry {
  if (expiresAt === null) return 'never';
  const remainingMs = Date.parse(expiresAt) - now.getTime();
  if (Number.isNaN(remainingMs)) return 'later';
  if (remainingMs <= 0) return 'expired';
  return remainingMs < SOON_MS ? 'soon' : 'later';
}

/** The time left in whole days, rounded down: "in 5 days" or "within a day". */
export function remainingDays(expiresAt: string, now: Date): string {
  const days = Math.floor((Date.parse(expiresAt) - now.getTime()) / DAY_MS);
  if (days < 1) return 'within a day';
  return days === 1 ? 'in 1 day' : `in ${days} days`;
}
