import { RefreshCw, Trash2 } from 'lucide-react';
import { accountExpiry } from '#console/features/accounts/account-expiry.ts';
import { AccountExpiryStatus } from '#console/features/accounts/account-expiry-status.tsx';
import {
  accountTypeLabel,
  reauthorizeDisabledReason,
} from '#console/features/accounts/account-type.ts';
import { useConfig, useScopeReason } from '#console/session/session-context.ts';
import { Button } from '#console/ui/button/button.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import styles from './account-details.module.css';

interface AccountHeaderProps {
  readonly account: Account;
  readonly onReauthorize: () => void;
  readonly onDelete: () => void;
}

/** An account's name, type, username and expiry, with its actions. */
export function AccountHeader({ account, onReauthorize, onDelete }: AccountHeaderProps) {
  const { accountTypes } = useConfig();
  const scopeReason = useScopeReason('accounts:write');
  const typeLabel = accountTypeLabel(accountTypes, account.meta?.account_type);
  return (
    <PageHeader
      title={account.attributes.name}
      description={<AccountSummary account={account} typeLabel={typeLabel} />}
      actions={
        <>
          <Button
            icon={<RefreshCw />}
            disabledReason={scopeReason ?? reauthorizeDisabledReason(accountTypes, account)}
            onClick={onReauthorize}
          >
            Reauthorize
          </Button>
          <Button icon={<Trash2 />} disabledReason={scopeReason} onClick={onDelete}>
            Delete
          </Button>
        </>
      }
    />
  );
}

interface AccountSummaryProps {
  readonly account: Account;
  readonly typeLabel: string;
}

function AccountSummary({ account, typeLabel }: AccountSummaryProps) {
  const now = useNow();
  const { username, name, expires_at: expiresAt } = account.attributes;
  const parts = [typeLabel, username === name ? '' : username].filter((part) => part !== '');
  return (
    <span className={styles.summary}>
      {parts.length > 0 && <span>{parts.join(' · ')}</span>}
      {expiresAt !== null && (
        <span>
          {accountExpiry(expiresAt, now) !== 'expired' && 'Expires '}
          <AccountExpiryStatus at={expiresAt} />
        </span>
      )}
    </span>
  );
}
