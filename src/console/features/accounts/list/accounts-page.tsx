import { useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import {
  accountsSearchSchema,
  describeFilters,
  isFilteredInBrowser,
  NO_FILTERS,
  OTHER_SORTS,
} from '#console/features/accounts/accounts-search.ts';
import { ConnectAccountButton } from '#console/features/accounts/connect/connect-account-button.tsx';
import type { ConnectTarget } from '#console/features/accounts/connect/connect-target.ts';
import { useConnectAccount } from '#console/features/accounts/connect/use-connect-account.tsx';
import { DeleteAccountDialog } from '#console/features/accounts/delete-account-dialog.tsx';
import type { AccountsOutlet } from '#console/features/accounts/new-account/new-account-panel.tsx';
import { useReauthorizeQueue } from '#console/features/accounts/queue/use-reauthorize-queue.tsx';
import { formatCount } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useConfig, useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import {
  accountName,
  accountTypeLabel,
  accountTypeOf,
} from '#console/shared/accounts/account-name.ts';
import { allBoardsQuery } from '#console/shared/accounts/boards-usage.ts';
import { useSearchState } from '#console/ui/filter/use-search-state.ts';
import { useRowKeys } from '#console/ui/hooks/use-row-keys.ts';
import { ListPage } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { SelectionBar } from '#console/ui/page/selection-bar.tsx';
import { OffsetPager } from '#console/ui/pager/offset-pager.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import { AccountActions, SelectedAccountsActions } from './account-actions.tsx';
import { accountColumns } from './account-columns.tsx';
import { AccountFilters } from './account-filters.tsx';
import { DeleteAccountsDialog } from './bulk/delete-accounts-dialog.tsx';
import { useAccountSelection } from './bulk/use-account-selection.ts';
import { filterAccounts } from './filter-accounts.ts';
import { ReauthorizeDueButton } from './reauthorize-due-button.tsx';
import { ReauthorizeContext } from './reauthorize-link.tsx';
import { useAccountsList } from './use-accounts-list.ts';

/** The team's connected accounts. */
export function AccountsPage() {
  const teamId = useTeamId();
  const navigate = useNavigate();
  const location = useLocation();
  const { accountTypes } = useConfig();
  const { search, unreadable, changeSearch } = useSearchState(accountsSearchSchema);
  const { list, page, all } = useAccountsList(search);
  const queue = useReauthorizeQueue(all.rows);
  const selection = useAccountSelection(search, list.rows);
  const [connectedId, setConnectedId] = useState<string>();
  const api = useApi();
  const boards = useQuery({
    ...allBoardsQuery(api, teamId),
    enabled: useMissingScope('boards:read') === undefined,
  });
  const { connect, dialog } = useConnectAccount({
    onReturned: ({ id }) => {
      setConnectedId(id);
      const { search: params } = location;
      void navigate({ pathname: paths.accounts(teamId), search: params }, { replace: true });
    },
  });
  const [deleting, setDeleting] = useState<Account>();
  // Those that were selected when the dialog opened. Here, because the list may become empty.
  const [bulkDeleting, setBulkDeleting] = useState<readonly Account[]>();
  const hasSelection = selection.accounts.length > 0;
  useRowKeys({
    rows: list.rows ?? [],
    onClear: hasSelection ? () => selection.clear() : undefined,
  });
  const startConnecting = (target: ConnectTarget) =>
    void connect(target, { onDone: ({ id }) => setConnectedId(id) });
  const reauthorize = (account: Account) =>
    startConnecting({
      type: 'account_edit',
      account,
      label: accountTypeLabel(accountTypes, accountTypeOf(account)),
    });
  const columns = useMemo(
    () => accountColumns({ types: accountTypes, boards: boards.data?.rows }),
    [accountTypes, boards.data],
  );

  return (
    <ReauthorizeContext value={reauthorize}>
      <ListPage
        title="Accounts"
        description="Social accounts, shops and file servers your team collects content from."
        actions={
          <>
            <ReauthorizeDueButton accounts={all.rows} search={search} queue={queue} />
            <ConnectAccountButton
              label="Connect account"
              opensByState
              onConnect={startConnecting}
            />
          </>
        }
        filterBar={
          all.rows?.length === 0 ? undefined : (
            <>
              <AccountFilters accounts={all.rows} search={search} onChange={changeSearch} />
              {all.data?.isComplete === false && isFilteredInBrowser(search) && (
                <p>
                  Only the {formatCount(all.data.rows.length, 'account')} that expire first are
                  searched.
                </p>
              )}
            </>
          )
        }
        unreadable={unreadable}
        list={list}
        density="tall"
        cards="tall"
        highlightedKey={connectedId}
        total={page?.total}
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.account(teamId, id) + location.search}
        rowMenu={{
          label: accountName,
          items: (account) => (
            <AccountActions account={account} onReauthorize={reauthorize} onDelete={setDeleting} />
          ),
        }}
        selection={selection.rows}
        sort={search.sort}
        onSort={(sort) => changeSearch({ sort, page: 1 })}
        otherSorts={OTHER_SORTS}
        skeletonRows={search.size}
        empty={
          <EmptyState
            icon={<Link2 />}
            title="No accounts yet"
            action={
              <ConnectAccountButton label="Connect the first account" onConnect={startConnecting} />
            }
          >
            <p>Connect a social account, a shop or a file server to show its posts in feeds.</p>
          </EmptyState>
        }
        filters={describeFilters(search, accountTypes)}
        onClearFilters={() => changeSearch(NO_FILTERS)}
        onFirstPage={search.page > 1 ? () => changeSearch({ page: 1 }) : undefined}
        pager={
          page && (
            <>
              <SelectionBar
                count={selection.accounts.length}
                onClear={() => selection.clear()}
                actions={
                  <SelectedAccountsActions
                    accounts={selection.accounts}
                    onReauthorize={(accounts) => {
                      selection.clear();
                      queue.start(
                        filterAccounts(
                          accounts,
                          { ...search, sort: 'expires_at' },
                          { now: new Date(), accountTypes },
                        ),
                      );
                    }}
                    onDelete={setBulkDeleting}
                  />
                }
              />
              <OffsetPager search={search} page={page} onChange={changeSearch} />
            </>
          )
        }
      >
        {deleting && (
          <DeleteAccountDialog
            account={deleting}
            onDeleted={() => setDeleting(undefined)}
            onCancel={() => setDeleting(undefined)}
          />
        )}
        {bulkDeleting && (
          <DeleteAccountsDialog
            accounts={bulkDeleting}
            onClose={(deletedIds) => {
              setBulkDeleting(undefined);
              selection.clear(deletedIds);
            }}
          />
        )}
        {dialog}
        {queue.dialog}
        <Outlet
          context={{ onConnected: ({ id }) => setConnectedId(id) } satisfies AccountsOutlet}
        />
      </ListPage>
    </ReauthorizeContext>
  );
}
