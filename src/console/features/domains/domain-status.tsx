import { capitalize } from '#console/lib/format/capitalize.ts';
import { hasLostRecords, isOverdue } from '#console/shared/domains/domains-query.ts';
import { useNow } from '#console/ui/data/use-now.ts';
import { Spinner } from '#console/ui/spinner.tsx';
import { StatusDot } from '#console/ui/status-dot.tsx';
import type { Domain } from '#contract/advocacy/domains.ts';
import styles from './domain-columns.module.css';
import { durationSince } from './pending-domains.ts';

/**
 * A domain's status. Pending is normal for a while, so it has no color until it takes too long; an
 * unknown status is capitalized.
 */
export function DomainStatus({ domain }: { readonly domain: Domain }) {
  const now = useNow();
  const { status, created_at: createdAt } = domain.attributes;
  if (!status) return null;
  const label = capitalize(status);
  if (hasLostRecords(domain)) return <StatusDot tone="soon">Valid, DNS records missing</StatusDot>;
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
