import { Trash2 } from 'lucide-react';
import type { ReactNode } from 'react';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useConfig } from '#console/session/session-context.ts';
import { AccountAvatar } from '#console/shared/accounts/account-avatar.tsx';
import {
  accountHandle,
  accountName,
  accountTypeLabel,
  accountTypeOf,
} from '#console/shared/accounts/account-name.ts';
import { Button } from '#console/ui/button/button.tsx';
import { Breakable } from '#console/ui/data/breakable.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import styles from './account-details.module.css';
import { AccountHealthLine } from './account-health-line.tsx';

interface AccountHeaderProps {
  readonly account: Account;
  /** Undefined while the banner below has it. */
  readonly reauthorizeButton: ReactNode;
  readonly onDelete: () => void;
}

export function AccountHeader({ account, reauthorizeButton, onDelete }: AccountHeaderProps) {
  const { accountTypes } = useConfig();
  const scopeReason = useScopeReason('accounts:write');
  const typeLabel = accountTypeLabel(accountTypes, accountTypeOf(account));
  return (
    <PageHeader
      title={accountName(account)}
      picture={<AccountAvatar account={account} network={typeLabel} size={48} />}
      description={<AccountSummary account={account} typeLabel={typeLabel} />}
      actions={
        <>
          {reauthorizeButton}
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
  const parts = [typeLabel, accountHandle(account)].filter((part) => part !== '');
  return (
    <span className={styles.summary}>
      {parts.length > 0 && <Breakable text={parts.join(' · ')} />}
      <AccountHealthLine account={account} />
    </span>
  );
}
