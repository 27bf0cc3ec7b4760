import { Link2, RefreshCw, Trash2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { useListQuery } from '#console/api/use-list-query.ts';
import {
  accountTypeLabel,
  reauthorizeDisabledReason,
} from '#console/features/accounts/account-type.ts';
import { accountsQuery } from '#console/features/accounts/accounts-queries.ts';
import {
  accountsSearchSchema,
  describeFilters,
  NO_FILTERS,
  OTHER_SORTS,
} from '#console/features/accounts/accounts-search.ts';
import { ConnectAccountMenu } from '#console/features/accounts/connect/connect-account-menu.tsx';
import type { ConnectTarget } from '#console/features/accounts/connect/connect-target.ts';
import { RedirectResultDialog } from '#console/features/accounts/connect/redirect-result-dialog.tsx';
import { useConnectAccount } from '#console/features/accounts/connect/use-connect-account.tsx';
import { DeleteAccountDialog } from '#console/features/accounts/delete-account-dialog.tsx';
import { paths } from '#console/paths.ts';
import { useConfig, useMissingScope, useScopeReason } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { useSearchState } from '#console/ui/filter/use-search-state.ts';
import { MenuItem } from '#console/ui/overlay/menu-item.tsx';
import { ListPage } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { OffsetPager } from '#console/ui/pager/offset-pager.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import { accountColumns } from './account-columns.tsx';
import { AccountFilters } from './account-filters.tsx';

/** The team's connected accounts. */
export function AccountsPage() {
  const teamId = useTeamId();
  const navigate = useNavigate();
  const location = useLocation();
  const { accountTypes } = useConfig();
  const { search, unreadable, changeSearch } = useSearchState(accountsSearchSchema);
  const list = useListQuery(accountsQuery(useApi(), teamId, search), {
    what: 'accounts',
    rows: ({ rows }) => rows,
    missingScope: useMissingScope('accounts:read'),
  });
  const { connect, dialog } = useConnectAccount();
  const [deleting, setDeleting] = useState<Account>();
  const columns = useMemo(() => accountColumns(accountTypes), [accountTypes]);

  const typeLabel = (type: string | undefined) => accountTypeLabel(accountTypes, type);
  const startConnecting = (target: ConnectTarget) => void connect(target);

  return (
    <ListPage
      title="Accounts"
      description="Social accounts, shops and file servers your team collects content from."
      actions={<ConnectAccountMenu label="Connect account" onConnect={startConnecting} />}
      filterBar={<AccountFilters search={search} onChange={changeSearch} />}
      unreadable={unreadable}
      list={list}
      total={list.data?.total}
      columns={columns}
      rowKey={({ id }) => id}
      rowHref={({ id }) => paths.account(teamId, id) + location.search}
      rowMenu={{
        label: ({ attributes }) => attributes.name,
        items: (account) => (
          <AccountActions
            account={account}
            onReauthorize={() =>
              startConnecting({
                type: 'account_edit',
                account,
                label: typeLabel(account.meta?.account_type),
              })
            }
            onDelete={setDeleting}
          />
        ),
      }}
      sort={search.sort}
      onSort={(sort) => changeSearch({ sort, page: 1 })}
      otherSorts={OTHER_SORTS}
      skeletonRows={search.size}
      empty={
        <EmptyState
          icon={<Link2 />}
          title="No accounts yet"
          action={
            <ConnectAccountMenu label="Connect the first account" onConnect={startConnecting} />
          }
        >
          <p>Connect a social account, a shop or a file server to show its posts in feeds.</p>
        </EmptyState>
      }
      filters={describeFilters(search, accountTypes)}
      onClearFilters={() => changeSearch(NO_FILTERS)}
      onFirstPage={search.page > 1 ? () => changeSearch({ page: 1 }) : undefined}
      pager={list.data && <OffsetPager search={search} page={list.data} onChange={changeSearch} />}
    >
      {deleting && (
        <DeleteAccountDialog
          account={deleting}
          onDeleted={() => setDeleting(undefined)}
          onCancel={() => setDeleting(undefined)}
        />
      )}
      {dialog}
      <RedirectResultDialog
        onDone={() =>
          void navigate(
            { pathname: paths.accounts(teamId), search: location.search },
            { replace: true },
          )
        }
      />
      <Outlet />
    </ListPage>
  );
}

interface AccountActionsProps {
  readonly account: Account;
  /** Opens the network's window; called in the click. */
  readonly onReauthorize: (account: Account) => void;
  readonly onDelete: (account: Account) => void;
}

function AccountActions({ account, onReauthorize, onDelete }: AccountActionsProps) {
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
