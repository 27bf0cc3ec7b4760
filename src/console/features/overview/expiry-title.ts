import { formatCount } from '#console/lib/format-number.ts';
import { MAX_EXPIRING } from './overview-queries.ts';

/**
 * Summarizes accounts that have expired or will expire soon: "3 accounts expire within 7 days".
 *
 * @param expiryTimes when each authorization expires, in ISO 8601
 */
export function expiryTitle(expiryTimes: readonly string[], now: Date): string {
  const count = expiryTimes.length;
  const accounts = formatCount(count, 'account');
  const subject = count >= MAX_EXPIRING ? `At least ${accounts}` : accounts;
  const expiredCount = countExpired(expiryTimes, now);
  if (expiredCount === 0) return `${subject} ${count === 1 ? 'expires' : 'expire'} within 7 days`;
  const expired = `${subject} ${count === 1 ? 'has' : 'have'} expired`;
  return expiredCount === count ? expired : `${expired} or will within 7 days`;
}

export function countExpired(expiryTimes: readonly string[], now: Date): number {
  return expiryTimes.filter((time) => Date.parse(time) <= now.getTime()).length;
}
