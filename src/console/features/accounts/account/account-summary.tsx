import { accountExpiry } from '#console/features/accounts/account-expiry.ts';
import { AccountExpiryStatus } from '#console/features/accounts/account-expiry-status.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import type { Account } from '#contract/advocacy/accounts.ts';
import styles from './account-details.module.css';

interface AccountSummaryProps {
  readonly account: Account;
  readonly typeLabel: string;
}

/** One line: what kind of account it is, whose, and whether it works. */
export function AccountSummary({ account, typeLabel }: AccountSummaryProps) {
  const now = useNow();
  const { username, name, expires_at: expiresAt } = account.attributes;
  const parts = [typeLabel, username === name ? '' : username].filter((part) => part !== '');
  return (
    <span className={styles.summary}>
      {parts.length > 0 && <span>{parts.join(' · ')}</span>}
      {expiresAt !== null && (
        <span>
          {accountExpiry(expiresAt, now) !== 'expired' && 'Authorization ends '}
          <AccountExpiryStatus at={expiresAt} />
        </span>
      )}
    </span>
  );
}
