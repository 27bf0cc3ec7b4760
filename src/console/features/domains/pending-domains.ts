import type { Domain } from '#contract/advocacy/domains.ts';

/** A certificate takes seconds to minutes; longer than this, something may be wrong, in ms. */
const OVERDUE_MS = 10 * 60_000;

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;

/** Whether a domain has been pending for so long that somebody should look. */
export function isOverdue(domain: Domain, now: Date): boolean {
  return now.getTime() - Date.parse(domain.attributes.created_at) > OVERDUE_MS;
}

/** For how long something has gone on: "less than a minute", "3 minutes", "2 hours", "5 days". */
export function durationSince(since: string, now: Date): string {
  const length = now.getTime() - Date.parse(since);
  if (!(length >= MINUTE_MS)) return 'less than a minute';
  const [unit, name] =
    length < HOUR_MS
      ? ([MINUTE_MS, 'minute'] as const)
      : length < DAY_MS
        ? ([HOUR_MS, 'hour'] as const)
        : ([DAY_MS, 'day'] as const);
  const count = Math.floor(length / unit);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** Names of the domains that were pending before and no longer are, with their status now. */
export function domainsNoLongerPending(
  before: readonly Domain[],
  after: readonly Domain[],
): readonly { readonly name: string; readonly status: string }[] {
  const wasPending = new Set(
    before.filter(({ attributes }) => attributes.status === 'pending').map(({ id }) => id),
  );
  return after
    .filter(({ id, attributes }) => wasPending.has(id) && attributes.status !== 'pending')
    .map(({ attributes: { name, status } }) => ({ name, status }));
}
