import { formatCount } from '#console/lib/format/format-number.ts';
import { SOON_DAYS } from '#console/shared/accounts/account-expiry.ts';

/**
 * Summarizes accounts that have expired or will expire soon: "3 accounts expire within 14 days".
 *
 * @param expiryTimes when each authorization expires, in ISO 8601
 */
export function expiryTitle(expiryTimes: readonly string[], now: Date): string {
  const count = expiryTimes.length;
  const subject = formatCount(count, 'account');
  const within = `within ${SOON_DAYS} days`;
  const expiredCount = countExpired(expiryTimes, now);
  if (expiredCount === 0) return `${subject} ${count === 1 ? 'expires' : 'expire'} ${within}`;
  const expired = `${subject} ${count === 1 ? 'has' : 'have'} expired`;
  return expiredCount === count ? expired : `${expired} or will ${within}`;
}

export function countExpired(expiryTimes: readonly string[], now: Date): number {
  return expiryTimes.filter((time) => Date.parse(time) <= now.getTime()).length;
}
