import { capitalize } from '#console/lib/format/capitalize.ts';
import { hasLostRecords, isOverdue } from '#console/shared/domains/domains-query.ts';
import { useNow } from '#console/ui/data/use-now.ts';
import { Spinner } from '#console/ui/spinner.tsx';
import { StatusDot } from '#console/ui/status-dot.tsx';
import type { Domain } from '#contract/advocacy/domains.ts';
import styles from './domain-status.module.css';

/**
 * A domain's status. Pending is normal for a while, so it has no color until it takes too long; an
 * unknown status is capitalized.
 */
export function DomainStatus({ domain }: { readonly domain: Domain }) {
  const now = useNow();
  const { status, created_at: createdAt } = domain.attributes;
  if (!status) return null;
  const label = capitalize(status);
  if (hasLostRecords(domain)) {
    return (
      <StatusDot tone="soon">
        <span className={styles.lost}>Valid, DNS records missing</span>
      </StatusDot>
    );
  }
  if (status === 'valid') return label;
  if (status !== 'pending') return <StatusDot tone="off">{label}</StatusDot>;
  const elapsed = createdAt && durationSince(createdAt, now);
  const pending = elapsed ? `Pending for ${elapsed}` : label;
  if (isOverdue(domain, now)) return <StatusDot tone="soon">{pending}</StatusDot>;
  return (
    <span className={styles.pending}>
      <Spinner /> {pending}
    </span>
  );
}

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
