import { timestampTooltip } from '#console/lib/dates/timestamp-tooltip.ts';
import { RelativeTime } from '#console/ui/data/relative-time.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import { StatusDot } from '#console/ui/status-dot.tsx';
import { accountExpiry, remainingDays } from './account-expiry.ts';
import styles from './account-expiry-status.module.css';

interface AccountExpiryStatusProps {
  /** ISO 8601, or null if the account doesn't expire. */
  readonly at: string | null;
}

/** When an account expires, highlighted if that is soon or past. */
export function AccountExpiryStatus({ at }: AccountExpiryStatusProps) {
  const now = useNow();
  const expiry = accountExpiry(at, now);
  if (at === null) return 'Never';
  if (expiry === 'later') return <RelativeTime at={at} />;
  return (
    <time dateTime={at} title={timestampTooltip(at)} className={styles[expiry]}>
      <StatusDot tone={expiry === 'expired' ? 'broken' : 'soon'}>
        {expiry === 'expired' ? 'Expired' : remainingDays(at, now)}
      </StatusDot>
    </time>
  );
}
