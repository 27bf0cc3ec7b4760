import { type Key, useState } from 'react';
import type { AccountsSearch } from '#console/features/accounts/accounts-search.ts';
import { accountName } from '#console/shared/accounts/account-name.ts';
import type { RowSelection } from '#console/ui/table/row-selection.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';

/** Parameters that don't change which accounts are listed. */
const ORDER: readonly string[] = ['page', 'size', 'sort'] satisfies (keyof AccountsSearch)[];

interface Selected {
  /** The filters; a selection ends when they change. */
  readonly filters: string;
  readonly accounts: ReadonlyMap<string, Account>;
}

export interface AccountSelection {
  readonly accounts: readonly Account[];
  /** For the table. */
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
