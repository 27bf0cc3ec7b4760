import { useQuery } from '@tanstack/react-query';
import { RefreshCw, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate, useParams } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { isNotFoundOrForbidden } from '#console/api/errors/forbidden-message.ts';
import { accountTypeLabel, reauthorizeReason } from '#console/features/accounts/account-type.ts';
import { accountQuery } from '#console/features/accounts/accounts-queries.ts';
import { RedirectResultDialog } from '#console/features/accounts/connect/redirect-result-dialog.tsx';
import { useConnectAccount } from '#console/features/accounts/connect/use-connect-account.tsx';
import { DeleteAccountDialog } from '#console/features/accounts/delete-account-dialog.tsx';
import { paths } from '#console/paths.ts';
import { useConfig, useScopeReason } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { Button } from '#console/ui/button/button.tsx';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { Card } from '#console/ui/card.tsx';
import { ListEmptyState } from '#console/ui/page/list-empty-state.tsx';
import { OutdatedBanner } from '#console/ui/page/outdated-banner.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { AccountDetails } from './account-details.tsx';
import { AccountExpiryBanner } from './account-expiry-banner.tsx';
import { AccountPageSkeleton } from './account-page-skeleton.tsx';
import { AccountSummary } from './account-summary.tsx';

/** One account with its feeds, its parts at the third party, and all that is known of it. */
export function AccountPage() {
  const teamId = useTeamId();
  const { accountId = '' } = useParams();
  const navigate = useNavigate();
  // With the filters of the list that it was opened from.
  const list = paths.accounts(teamId) + useLocation().search;
  const { accountTypes } = useConfig();
  const canRead = useScopeReason('accounts:read') === undefined;
  const writeReason = useScopeReason('accounts:write');
  const query = useQuery({ ...accountQuery(useApi(), teamId, accountId), enabled: canRead });
  const { connect, dialog } = useConnectAccount();
  const [deleting, setDeleting] = useState(false);
  const problem = toUserFacingError(query.error, "The account couldn't be read");
  const retry = () => void query.refetch();

  if (!query.data) {
    return (
      <PageStack>
        <PageHeader title="Account" />
        {canRead && query.isPending ? (
          <AccountPageSkeleton />
        ) : (
          <Card>
            <ListEmptyState
              what="accounts"
              missingScope={canRead ? undefined : 'accounts:read'}
              error={problem}
              onRetry={retry}
              retrying={query.isFetching}
              fallbackAction={
                isNotFoundOrForbidden(query.error) && (
                  <LinkButton to={list}>See all accounts</LinkButton>
                )
              }
            >
              {null}
            </ListEmptyState>
          </Card>
        )}
      </PageStack>
    );
  }

  const { data: account, included } = query.data;
  const label = accountTypeLabel(accountTypes, account.meta?.account_type);
  return (
    <PageStack>
      <PageHeader
        title={account.attributes.name}
        description={<AccountSummary account={account} typeLabel={label} />}
        actions={
          <>
            <Button
              icon={<RefreshCw />}
              disabledReason={writeReason ?? reauthorizeReason(accountTypes, account)}
              onClick={() => void connect({ type: 'account_edit', account, label })}
            >
              Reauthorize
            </Button>
            <Button
              icon={<Trash2 />}
              disabledReason={writeReason}
              onClick={() => setDeleting(true)}
            >
              Delete
            </Button>
          </>
        }
      />
      {problem && <OutdatedBanner error={problem} onRetry={retry} retrying={query.isFetching} />}
      <AccountExpiryBanner account={account} included={included ?? []} />
      <AccountDetails account={account} included={included ?? []} />
      {deleting && (
        <DeleteAccountDialog
          account={account}
          onDeleted={() => void navigate(list, { replace: true })}
          onCancel={() => setDeleting(false)}
        />
      )}
      {dialog}
      <RedirectResultDialog />
    </PageStack>
  );
}
