import { timestampTooltip } from '#console/lib/dates/timestamp-tooltip.ts';
import { useNow } from '#console/ui/data/use-now.ts';
import { StatusDot } from '#console/ui/status-dot.tsx';
import { accountExpiry, expiryLabel } from './account-expiry.ts';

interface AccountHealthProps {
  /** ISO 8601; null if the account doesn't expire, undefined if the service doesn't say. */
  readonly expiresAt: string | null | undefined;
}

/** When an account expires. Only what needs attention has a dot. */
export function AccountHealth({ expiresAt }: AccountHealthProps) {
  const now = useNow();
  const expiry = accountExpiry(expiresAt, now);
  const label = expiryLabel(expiresAt, now);
  if (!expiresAt) return <span>{label}</span>;
  return (
    <time dateTime={expiresAt} title={timestampTooltip(expiresAt)}>
      {expiry === 'later' ? (
        label
      ) : (
        <StatusDot tone={expiry === 'expired' ? 'broken' : 'soon'}>{label}</StatusDot>
      )}
    </time>
  );
}
