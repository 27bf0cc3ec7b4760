import { RefreshCw, Trash2 } from 'lucide-react';
import { reauthorizeDisabledReason } from '#console/features/accounts/account-type.ts';
import { useConfig, useScopeReason } from '#console/session/session-context.ts';
import { MenuItem } from '#console/ui/overlay/menu-item.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';

interface AccountActionsProps {
  readonly account: Account;
  /** Opens the network's window; called in the click. */
  readonly onReauthorize: (account: Account) => void;
  readonly onDelete: (account: Account) => void;
}

export function AccountActions({ account, onReauthorize, onDelete }: AccountActionsProps) {
  const { accountTypes } = useConfig();
  const scopeReason = useScopeReason('accounts:write');
  return (
    <>
      <MenuItem
        icon={<RefreshCw />}
        disabledReason={scopeReason ?? reauthorizeDisabledReason(accountTypes, account)}
        onSelect={() => onReauthorize(account)}
      >
        Reauthorize
      </MenuItem>
      <MenuItem
        icon={<Trash2 />}
        danger
        disabledReason={scopeReason}
        onSelect={() => onDelete(account)}
      >
        Delete
      </MenuItem>
    </>
  );
}
