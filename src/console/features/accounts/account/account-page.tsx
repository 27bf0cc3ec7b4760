import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { toLoadError, toUserFacingError } from '#console/api/errors/error-messages.ts';
import { isNotFoundOrForbidden } from '#console/api/errors/forbidden-message.ts';
import { isQueryLoading } from '#console/api/queries/is-query-loading.ts';
import { accountQuery } from '#console/features/accounts/account-query.ts';
import { reauthorizeDisabledReason } from '#console/features/accounts/account-type.ts';
import { useConnectAccount } from '#console/features/accounts/connect/use-connect-account.tsx';
import { DeleteAccountDialog } from '#console/features/accounts/delete/delete-account-dialog.tsx';
import { usePathParams } from '#console/lib/url/path-params.ts';
import { paths } from '#console/paths.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useConfig, useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { needsAttention } from '#console/shared/accounts/account-expiry.ts';
import { accountTypeLabel, accountTypeOf } from '#console/shared/accounts/account-name.ts';
import { IncompleteNotice } from '#console/shared/incomplete-notice.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { Card, CardSection } from '#console/ui/card.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import { DetailColumns } from '#console/ui/page/detail-columns.tsx';
import { ItemErrorState } from '#console/ui/page/item-status-page.tsx';
import { OutdatedBanner } from '#console/ui/page/outdated-banner.tsx';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { PageStack } from '#console/ui/page/page-stack.tsx';
import { Skeleton } from '#console/ui/skeleton.tsx';
import { AccountDetails } from './account-details.tsx';
import { AccountExpiryBanner } from './account-expiry-banner.tsx';
import { AccountHeader } from './account-header.tsx';

export function AccountPage() {
  const teamId = useTeamId();
  const { accountId = '' } = usePathParams();
  const navigate = useNavigate();
  // Keeps the filters of the list that the account was opened from.
  const list = paths.accounts(teamId) + useLocation().search;
  const { accountTypes } = useConfig();
  const canRead = useMissingScope('accounts:read') === undefined;
  const query = useQuery({ ...accountQuery(useApi(), teamId, accountId), enabled: canRead });
  const retry = () => void query.refetch();
  const { connect, dialog } = useConnectAccount({ onReturned: retry });
  const [isDeleting, setIsDeleting] = useState(false);
  const scopeReason = useScopeReason('accounts:write');
  const now = useNow();

  if (!query.data) {
    return (
      <PageStack>
        <PageHeader title="Account" isPlaceholder />
        {isQueryLoading(query) ? (
          <AccountDetailsSkeleton />
        ) : (
          <Card>
            <ItemErrorState
              what="accounts"
              missingScope={canRead ? undefined : 'accounts:read'}
              error={toLoadError(query.error, 'account')}
              onRetry={retry}
              retrying={query.isFetching}
              fallbackAction={
                isNotFoundOrForbidden(query.error) && (
                  <LinkButton to={list}>See all accounts</LinkButton>
                )
              }
            />
          </Card>
        )}
      </PageStack>
    );
  }

  const { data: account, included = [] } = query.data;
  const label = accountTypeLabel(accountTypes, accountTypeOf(account));
  const error = toUserFacingError(query.error, "Couldn't refresh the account");
  const isDue = needsAttention(account, now);
  const reauthorizeButton = (
    <Button
      variant={isDue ? 'primary' : 'secondary'}
      icon={<RefreshCw />}
      disabledReason={scopeReason ?? reauthorizeDisabledReason(accountTypes, account)}
      onClick={() => void connect({ type: 'account_edit', account, label })}
    >
      Reauthorize
    </Button>
  );
  return (
    <PageStack>
      <AccountHeader
        account={account}
        reauthorizeButton={isDue ? undefined : reauthorizeButton}
        onDelete={() => setIsDeleting(true)}
      />
      {error && <OutdatedBanner error={error} onRetry={retry} retrying={query.isFetching} />}
      <IncompleteNotice item={account} />
      <AccountExpiryBanner account={account} included={included} action={reauthorizeButton} />
      <AccountDetails account={account} included={included} />
      {isDeleting && (
        <DeleteAccountDialog
          account={account}
          onDeleted={() => void navigate(list, { replace: true })}
          onCancel={() => setIsDeleting(false)}
        />
      )}
      {dialog}
    </PageStack>
  );
}

function AccountDetailsSkeleton() {
  return (
    <DetailColumns>
      <Card>
        <CardSection>
          <Skeleton height={160} />
        </CardSection>
      </Card>
      <Card>
        <CardSection>
          <Skeleton height={240} />
        </CardSection>
      </Card>
    </DetailColumns>
  );
}
