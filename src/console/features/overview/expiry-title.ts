import { formatCount } from '#console/lib/format-number.ts';
import { MAX_EXPIRING } from './overview-queries.ts';

/**
 * Says of accounts whose authorization ends, or has ended, that they stop working: "3 connected
 * accounts stop working within 7 days".
 *
 * @param ends when each authorization ends, in ISO 8601
 */
export function expiryTitle(ends: readonly string[], now: Date): string {
  const count = ends.length;
  const accounts = formatCount(count, 'connected account');
  const subject = count >= MAX_EXPIRING ? `At least ${accounts}` : accounts;
  const ended = countEnded(ends, now);
  if (ended === 0) return `${subject} ${count === 1 ? 'stops' : 'stop'} working within 7 days`;
  const past = `${subject} ${count === 1 ? 'has' : 'have'} stopped working`;
  return ended === count ? past : `${past} or will within 7 days`;
}

/** How many of the authorizations have ended already. */
export function countEnded(ends: readonly string[], now: Date): number {
  return ends.filter((end) => Date.parse(end) <= now.getTime()).length;
}
