import { RefreshCw, Trash2 } from 'lucide-react';
import { reauthorizeDisabledReason } from '#console/features/accounts/account-type.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useConfig } from '#console/session/session-context.ts';
import { Button } from '#console/ui/button/button.tsx';
import { MenuItem } from '#console/ui/overlay/menu-item.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';

interface AccountActionsProps {
  readonly account: Account;
  /** Opens the network's window; called in the click. */
  readonly onReauthorize: (account: Account) => void;
  readonly onDelete: (account: Account) => void;
}

/** The actions of one account. */
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
        isReasonRepeated={scopeReason !== undefined}
        disabledReason={scopeReason}
        onSelect={() => onDelete(account)}
      >
        Delete
      </MenuItem>
    </>
  );
}

interface SelectedAccountsActionsProps {
  readonly accounts: readonly Account[];
  /** Opens a window; called in the click with those that can be reauthorized. */
  readonly onReauthorize: (accounts: readonly Account[]) => void;
  readonly onDelete: (accounts: readonly Account[]) => void;
}

/** The actions of the selected accounts. */
export function SelectedAccountsActions(props: SelectedAccountsActionsProps) {
  const { accounts, onReauthorize, onDelete } = props;
  const { accountTypes } = useConfig();
  const scopeReason = useScopeReason('accounts:write');
  const reauthorizable = accounts.filter(
    (account) => reauthorizeDisabledReason(accountTypes, account) === undefined,
  );
  const noneReason =
    reauthorizable.length === 0
      ? "These accounts use saved credentials, which can't be replaced."
      : undefined;
  return (
    <>
      <Button
        size="small"
        icon={<RefreshCw />}
        disabledReason={scopeReason ?? noneReason}
        onClick={() => onReauthorize(reauthorizable)}
      >
        Reauthorize
      </Button>
      <Button
        size="small"
        icon={<Trash2 />}
        disabledReason={scopeReason}
        onClick={() => onDelete(accounts)}
      >
        Delete
      </Button>
    </>
  );
}
