import { CircleCheck, Link2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
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
import { DeleteAccountDialog } from '#console/features/accounts/delete/delete-account-dialog.tsx';
import { DeleteAccountsDialog } from '#console/features/accounts/delete/delete-accounts-dialog.tsx';
import type { AccountsOutlet } from '#console/features/accounts/new-account/new-account-panel.tsx';
import { useReauthorizeQueue } from '#console/features/accounts/queue/use-reauthorize-queue.tsx';
import { formatCount } from '#console/lib/format/format-number.ts';
import { paths } from '#console/paths.ts';
import { useConfig } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { SOON_DAYS } from '#console/shared/accounts/account-expiry.ts';
import {
  accountName,
  accountTypeLabel,
  accountTypeOf,
} from '#console/shared/accounts/account-name.ts';
import { Button } from '#console/ui/button/button.tsx';
import { useSearchState } from '#console/ui/filter/use-search-state.ts';
import { useRowKeys } from '#console/ui/hooks/use-row-keys.ts';
import { ListPage } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { SelectionBar } from '#console/ui/page/selection-bar.tsx';
import { OffsetPager } from '#console/ui/pager/offset-pager.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import {
  AccountActions,
  ReauthorizeDueButton,
  SelectedAccountsActions,
  useAccountSelection,
} from './account-actions.tsx';
import { accountColumns, ReauthorizeContext } from './account-columns.tsx';
import { AccountFilters } from './account-filters.tsx';
import { useAccountsList, useBoards } from './accounts-queries.ts';

export function AccountsPage() {
  const teamId = useTeamId();
  const { accountTypes } = useConfig();
  const { search: params } = useLocation();
  const { search, unreadable, changeSearch } = useSearchState(accountsSearchSchema);
  const { list, page, all } = useAccountsList(search);
  const boards = useBoards();
  const columns = useMemo(
    () => accountColumns({ types: accountTypes, boards }),
    [accountTypes, boards],
  );
  const selection = useAccountSelection(search, list.rows);
  const connecting = useConnecting();
  const queue = useReauthorizeQueue(all.rows);
  const [deleting, setDeleting] = useState<Account>();
  // Those that were selected when the dialog opened. Here, because the list may become empty.
  const [bulkDeleting, setBulkDeleting] = useState<readonly Account[]>();
  useRowKeys({
    rows: list.rows ?? [],
    onClear: selection.accounts.length > 0 ? () => selection.clear() : undefined,
  });

  const filters = describeFilters(search, accountTypes);
  // Without other filters, no rows are good news.
  const isAttention = search.show === 'attention' && filters.length === 1;
  return (
    <ReauthorizeContext value={connecting.reauthorize}>
      <ListPage
        title="Accounts"
        description="Social accounts, shops and file servers your team collects content from."
        actions={
          <>
            <ReauthorizeDueButton accounts={all.rows} search={search} queue={queue} />
            <ConnectAccountButton
              label="Connect account"
              opensByState
              onConnect={connecting.start}
            />
          </>
        }
        filterBar={
          all.rows?.length === 0 ? undefined : (
            <>
              <AccountFilters all={all.data} search={search} onChange={changeSearch} />
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
        highlightedKey={connecting.connectedId}
        total={page?.total}
        columns={columns}
        rowKey={({ id }) => id}
        rowHref={({ id }) => paths.account(teamId, id) + params}
        rowMenu={{
          label: accountName,
          items: (account) => (
            <AccountActions
              account={account}
              onReauthorize={connecting.reauthorize}
              onDelete={setDeleting}
            />
          ),
        }}
        selection={selection.rows}
        sort={search.sort}
        onSort={(sort) => changeSearch({ sort, page: 1 })}
        otherSorts={OTHER_SORTS}
        skeletonRows={search.size}
        empty={
          isAttention ? (
            <NothingDue onShowAll={() => changeSearch(NO_FILTERS)} />
          ) : (
            <NoAccounts onConnect={connecting.start} />
          )
        }
        filters={isAttention ? [] : filters}
        isFilteredByDefault={isAttention}
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
                    {...{ selection, search, queue }}
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
        {connecting.dialog}
        {queue.dialog}
        <Outlet context={{ onConnected: connecting.highlight } satisfies AccountsOutlet} />
      </ListPage>
    </ReauthorizeContext>
  );
}

/** Connects and reauthorizes single accounts, and highlights the last of them in the list. */
function useConnecting() {
  const teamId = useTeamId();
  const navigate = useNavigate();
  const { search: params } = useLocation();
  const { accountTypes } = useConfig();
  const [connectedId, setConnectedId] = useState<string>();
  const highlight = ({ id }: Pick<Account, 'id'>) => setConnectedId(id);
  const { connect, dialog } = useConnectAccount({
    onReturned: (account) => {
      highlight(account);
      void navigate({ pathname: paths.accounts(teamId), search: params }, { replace: true });
    },
  });
  /** Opens the network's window; called in the click, as is `reauthorize`. */
  const start = (target: ConnectTarget) => void connect(target, { onDone: highlight });
  const reauthorize = (account: Account) =>
    start({
      type: 'account_edit',
      account,
      label: accountTypeLabel(accountTypes, accountTypeOf(account)),
    });
  return { start, reauthorize, highlight, connectedId, dialog };
}

interface NoAccountsProps {
  readonly onConnect: (target: ConnectTarget) => void;
}

function NoAccounts({ onConnect }: NoAccountsProps) {
  return (
    <EmptyState
      icon={<Link2 />}
      title="No accounts yet"
      action={<ConnectAccountButton label="Connect the first account" onConnect={onConnect} />}
    >
      <p>Connect a social account, a shop or a file server to show its posts in feeds.</p>
    </EmptyState>
  );
}

/** Good news, in place of "No accounts match". */
function NothingDue({ onShowAll }: { readonly onShowAll: () => void }) {
  return (
    <EmptyState
      icon={<CircleCheck />}
      title="Nothing needs attention"
      action={<Button onClick={onShowAll}>Show all accounts</Button>}
    >
      <p>No account has expired, and none expires within {SOON_DAYS} days.</p>
    </EmptyState>
  );
}
