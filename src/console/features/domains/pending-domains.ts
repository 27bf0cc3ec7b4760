import type { Domain } from '#contract/advocacy/domains.ts';

/** A certificate takes seconds to minutes; longer than this, something may be wrong, in ms. */
const LONG = 10 * 60_000;

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

/** Whether a domain has been pending for so long that somebody should look. */
export function isOverdue(domain: Domain, now: Date): boolean {
  return now.getTime() - Date.parse(domain.attributes.created_at) > LONG;
}

/** For how long something has gone on: "less than a minute", "3 minutes", "2 hours", "5 days". */
export function durationSince(since: string, now: Date): string {
  const length = now.getTime() - Date.parse(since);
  if (!(length >= MINUTE)) return 'less than a minute';
  const [unit, name] =
    length < HOUR
      ? ([MINUTE, 'minute'] as const)
      : length < DAY
        ? ([HOUR, 'hour'] as const)
        : ([DAY, 'day'] as const);
  const count = Math.floor(length / unit);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** Names of the domains that were pending before and no longer are, with their status now. */
export function settledDomains(
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
