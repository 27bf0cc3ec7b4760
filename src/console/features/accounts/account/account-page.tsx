import { useQuery } from '@tanstack/react-query';
import { RefreshCw } from 'lucide-react';
import { useState } from 'react';
import { useLocation, useNavigate } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { isNotFoundOrForbidden } from '#console/api/errors/forbidden-message.ts';
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
import { ItemStatePage, OutdatedItem } from '#console/shared/item-query.tsx';
import { Button } from '#console/ui/button/button.tsx';
import { LinkButton } from '#console/ui/button/link-button.tsx';
import { useNow } from '#console/ui/data/use-now.ts';
import { PageStack } from '#console/ui/page/page-stack.tsx';
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
  const { connect, dialog } = useConnectAccount({ onReturned: () => void query.refetch() });
  const [isDeleting, setIsDeleting] = useState(false);
  const scopeReason = useScopeReason('accounts:write');
  const now = useNow();

  if (!query.data) {
    return (
      <ItemStatePage
        title="Account"
        query={query}
        item="account"
        missingScope={canRead ? undefined : 'accounts:read'}
        fallbackAction={
          isNotFoundOrForbidden(query.error) && <LinkButton to={list}>See all accounts</LinkButton>
        }
      />
    );
  }

  const { data: account, included = [] } = query.data;
  const label = accountTypeLabel(accountTypes, accountTypeOf(account));
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
      <OutdatedItem query={query} />
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
