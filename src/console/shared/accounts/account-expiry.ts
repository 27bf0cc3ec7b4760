import { formatDate, formatDaysAhead, localDaysUntil } from '#console/lib/dates/format-date.ts';

const DAY_MS = 24 * 60 * 60_000;
/** The only threshold for "soon" in the console. */
export const SOON_DAYS = 14;

export type AccountExpiry = 'unknown' | 'never' | 'later' | 'soon' | 'expired';
/** ISO 8601; null or empty if the account doesn't expire, undefined if the service doesn't say. */
type ExpiresAt = string | null | undefined;

export function accountExpiry(expiresAt: ExpiresAt, now: Date): AccountExpiry {
  if (expiresAt === undefined) return 'unknown';
  if (!expiresAt) return 'never';
  const remainingMs = Date.parse(expiresAt) - now.getTime();
  if (Number.isNaN(remainingMs)) return 'later';
  if (remainingMs <= 0) return 'expired';
  return remainingMs < SOON_DAYS * DAY_MS ? 'soon' : 'later';
}

/** Whether somebody has to reauthorize an account: it has expired, or will soon. */
export function needsAttention(
  { attributes: { expires_at: at } }: { attributes: { expires_at?: ExpiresAt } },
  now: Date,
): boolean {
  const expiry = accountExpiry(at, now);
  return expiry === 'expired' || expiry === 'soon';
}

/** When an account expires, the same everywhere: "Expires in 5 days", "Expired Nov 3, 2026", "—". */
export function expiryLabel(expiresAt: ExpiresAt, now: Date): string {
  if (expiresAt === undefined) return '—';
  if (!expiresAt) return "Doesn't expire";
  const expiry = accountExpiry(expiresAt, now);
  const date = new Date(expiresAt);
  if (Number.isNaN(date.getTime())) return `Valid until ${expiresAt}`;
  if (expiry === 'expired') return `Expired ${formatDate(date)}`;
  if (expiry === 'later') return `Valid until ${formatDate(date)}`;
  return `Expires ${remainingDays(expiresAt, now)}`;
}

/** The day of a coming expiry: "today", "tomorrow", "in 5 days". */
export function remainingDays(expiresAt: string, now: Date): string {
  return formatDaysAhead(localDaysUntil(new Date(expiresAt), now));
}
