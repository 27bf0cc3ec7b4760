import { paths } from '#console/paths.ts';
import { domainName } from '#console/shared/domains/display-domain-name.ts';
import { isPending } from '#console/shared/domains/domains-query.ts';
import type { Domain } from '#contract/advocacy/domains.ts';

const MINUTE_MS = 60_000;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const MONTH_MS = 30 * DAY_MS;
const YEAR_MS = 365 * DAY_MS;

/** The largest first. */
const UNITS = [
  [YEAR_MS, 'year'],
  [MONTH_MS, 'month'],
  [DAY_MS, 'day'],
  [HOUR_MS, 'hour'],
  [MINUTE_MS, 'minute'],
] as const;

/** The time since a timestamp in its largest whole unit: "3 minutes", "5 days"; undefined below a minute. */
export function durationSince(since: string, now: Date): string | undefined {
  const durationMs = now.getTime() - Date.parse(since);
  const [unit, name] = UNITS.find(([each]) => durationMs >= each) ?? [];
  if (unit === undefined) return undefined;
  const count = Math.floor(durationMs / unit);
  return `${count} ${name}${count === 1 ? '' : 's'}`;
}

/** Where a domain is shown. */
export function domainPath(teamId: string, domain: Domain): string {
  return isPending(domain) ? paths.domainSetup(teamId, domain.id) : paths.domain(teamId, domain.id);
}

/** The names and current statuses of domains that were pending in `before` and no longer are. */
export function domainsNoLongerPending(
  before: readonly Domain[],
  after: readonly Domain[],
): readonly { readonly id: string; readonly name: string; readonly status: string }[] {
  const wasPending = new Set(
    before.filter(({ attributes }) => attributes.status === 'pending').map(({ id }) => id),
  );
  return after
    .filter(({ id, attributes }) => wasPending.has(id) && attributes.status !== 'pending')
    .map((domain) => ({
      id: domain.id,
      name: domainName(domain),
      status: domain.attributes.status ?? '',
    }));
}
