import { useQuery } from '@tanstack/react-query';
import { Link2 } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Outlet, useLocation, useNavigate } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { accountTypeLabel } from '#console/features/accounts/account-type.ts';
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
import { useConfig, useScopeReason } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { useSearchState } from '#console/ui/filter/use-search-state.ts';
import { ListEmptyState } from '#console/ui/page/list-empty-state.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { OutdatedBanner } from '#console/ui/page/outdated-banner.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { DataTable } from '#console/ui/table/data-table.tsx';
import { OffsetPager } from '#console/ui/table/offset-pager.tsx';
import type { Account } from '#contract/advocacy/accounts.ts';
import { AccountActions } from './account-actions.tsx';
import { accountColumns } from './account-columns.tsx';
import { AccountFilters } from './account-filters.tsx';

/** The team's connected accounts. */
export function AccountsPage() {
  const teamId = useTeamId();
  const navigate = useNavigate();
  const location = useLocation();
  const { accountTypes } = useConfig();
  const { search, changeSearch } = useSearchState(accountsSearchSchema);
  const canRead = useScopeReason('accounts:read') === undefined;
  const list = useQuery({ ...accountsQuery(useApi(), teamId, search), enabled: canRead });
  const { connect, dialog } = useConnectAccount();
  const [deleting, setDeleting] = useState<Account>();
  const columns = useMemo(() => accountColumns(accountTypes), [accountTypes]);

  const typeLabel = (type: string | undefined) => accountTypeLabel(accountTypes, type);
  const begin = (subject: ConnectTarget) => void connect(subject);
  const retry = () => void list.refetch();
  const problem = toUserFacingError(list.error, "The accounts couldn't be read");
  const rows = list.data?.rows ?? [];

  return (
    <PageStack>
      <PageHeader
        title="Accounts"
        count={list.data?.total}
        description="The networks, shops and servers that this team's content comes from."
        actions={<ConnectAccountMenu label="Connect account" onConnect={begin} />}
      />
      <AccountFilters search={search} onChange={changeSearch} />
      {problem && list.data && (
        <OutdatedBanner error={problem} onRetry={retry} retrying={list.isFetching} />
      )}
      <DataTable
        label="Accounts"
        rows={rows}
        rowKey={({ id }) => id}
        columns={columns}
        rowHref={({ id }) => paths.account(teamId, id) + location.search}
        rowActions={(account) => (
          <AccountActions
            account={account}
            onReauthorize={() =>
              begin({
                type: 'account_edit',
                account,
                label: typeLabel(account.meta?.account_type),
              })
            }
            onDelete={setDeleting}
          />
        )}
        sort={search.sort}
        onSort={(sort) => changeSearch({ sort, page: 1 })}
        otherSorts={OTHER_SORTS}
        loading={canRead && list.isPending}
        skeletonRows={search.size}
        empty={
          <ListEmptyState
            what="accounts"
            missingScope={canRead ? undefined : 'accounts:read'}
            error={problem}
            onRetry={retry}
            retrying={list.isFetching}
            filters={describeFilters(search, accountTypes)}
            onClearFilters={() => changeSearch(NO_FILTERS)}
            onFirstPage={search.page > 1 ? () => changeSearch({ page: 1 }) : undefined}
          >
            <EmptyState
              icon={<Link2 />}
              title="No accounts yet"
              action={<ConnectAccountMenu label="Connect the first account" onConnect={begin} />}
            >
              <p>
                Connect a network, a shop or a file server, and feeds can show what is posted there.
              </p>
            </EmptyState>
          </ListEmptyState>
        }
        footer={
          rows.length > 0 &&
          list.data && <OffsetPager asked={search} shown={list.data} onChange={changeSearch} />
        }
      />
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
    </PageStack>
  );
}
