import { RefreshCw, Trash2 } from 'lucide-react';
import { type Key, useState } from 'react';
import { reauthorizeDisabledReason } from '#console/features/accounts/account-type.ts';
import { type AccountsSearch, NO_FILTERS } from '#console/features/accounts/accounts-search.ts';
import type { useReauthorizeQueue } from '#console/features/accounts/queue/use-reauthorize-queue.tsx';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useConfig } from '#console/session/session-context.ts';
import { needsAttention } from '#console/shared/accounts/account-expiry.ts';
import { accountName } from '#console/shared/accounts/account-name.ts';
import { Button } from '#console/ui/button/button.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import { MenuItem } from '#console/ui/overlay/menu-item.tsx';
import type { RowSelection } from '#console/ui/table/row-selection.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import { filterAccounts } from './accounts-queries.ts';

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
        isReasonRepeated={scopeReason !== undefined}
        disabledReason={scopeReason}
        onSelect={() => onDelete(account)}
      >
        Delete
      </MenuItem>
    </>
  );
}

interface ReauthorizeDueButtonProps {
  /** All accounts of the team; undefined while they load. */
  readonly accounts: readonly Account[] | undefined;
  readonly search: AccountsSearch;
  readonly queue: ReturnType<typeof useReauthorizeQueue>;
}

/** Reauthorizes the accounts of the list, on all pages, that have expired or will soon; the first to expire first. */
export function ReauthorizeDueButton({ accounts, search, queue }: ReauthorizeDueButtonProps) {
  const now = useNow();
  const { accountTypes } = useConfig();
  const scopeReason = useScopeReason('accounts:write');
  const listDue = (filters: AccountsSearch) =>
    filterAccounts(
      accounts ?? [],
      { ...filters, sort: 'expires_at' },
      { now, accountTypes },
    ).filter(
      (account) =>
        needsAttention(account, now) &&
        reauthorizeDisabledReason(accountTypes, account) === undefined,
    );
  const shown = listDue(search);
  if (!accounts || (shown.length === 0 && !queue.isUnfinished)) return null;

  const isAll = shown.length === listDue({ ...search, ...NO_FILTERS }).length;
  const label = isAll ? 'Reauthorize all' : `Reauthorize ${formatNumber(shown.length)} shown`;
  return (
    <Button
      icon={<RefreshCw />}
      disabledReason={scopeReason}
      onClick={() => (queue.isUnfinished ? queue.resume() : queue.start(shown))}
    >
      {queue.isUnfinished ? 'Continue reauthorizing' : label}
    </Button>
  );
}

interface SelectedAccountsActionsProps {
  readonly selection: AccountSelection;
  readonly search: AccountsSearch;
  readonly queue: ReturnType<typeof useReauthorizeQueue>;
  readonly onDelete: (accounts: readonly Account[]) => void;
}

export function SelectedAccountsActions(props: SelectedAccountsActionsProps) {
  const { selection, search, queue, onDelete } = props;
  const { accounts } = selection;
  const { accountTypes } = useConfig();
  const scopeReason = useScopeReason('accounts:write');
  const reauthorizable = accounts.filter(
    (account) => reauthorizeDisabledReason(accountTypes, account) === undefined,
  );
  const noneReason =
    reauthorizable.length === 0
      ? "These accounts use saved credentials, which can't be replaced."
      : undefined;
  const byExpiry = { ...search, sort: 'expires_at' };
  return (
    <>
      <Button
        size="small"
        icon={<RefreshCw />}
        disabledReason={scopeReason ?? noneReason}
        onClick={() => {
          selection.clear();
          queue.start(filterAccounts(reauthorizable, byExpiry, { now: new Date(), accountTypes }));
        }}
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

/** Parameters that don't change which accounts are listed. */
const ORDER: readonly string[] = ['page', 'size', 'sort'] satisfies (keyof AccountsSearch)[];

interface Selected {
  /** The filters; a selection ends when they change. */
  readonly filters: string;
  readonly accounts: ReadonlyMap<string, Account>;
}

interface AccountSelection {
  readonly accounts: readonly Account[];
  readonly rows: RowSelection<Account>;
  /** @param ids all by default */
  readonly clear: (ids?: readonly string[]) => void;
}

/** The accounts that are selected in the list. Paging and sorting keep them, another filter doesn't. */
export function useAccountSelection(
  search: AccountsSearch,
  listed: readonly Account[] = [],
): AccountSelection {
  const filters = JSON.stringify(Object.entries(search).filter(([name]) => !ORDER.includes(name)));
  const [stored, setSelected] = useState<Selected>({ filters, accounts: new Map() });
  const selected = stored.filters === filters ? stored.accounts : new Map<string, Account>();
  return {
    accounts: [...selected.values()],
    rows: {
      isSelected: ({ id }) => selected.has(id),
      label: accountName,
      onSelect: (keys: readonly Key[], isSelected: boolean) => {
        const accounts = new Map(selected);
        for (const account of listed.filter(({ id }) => keys.includes(id))) {
          if (isSelected) accounts.set(account.id, account);
          else accounts.delete(account.id);
        }
        setSelected({ filters, accounts });
      },
    },
    clear: (ids) => {
      const accounts = new Map(selected);
      for (const id of ids ?? selected.keys()) accounts.delete(id);
      setSelected({ filters, accounts });
    },
  };
}
