import { hashKey, useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { accountFeedNames } from '#console/features/accounts/account-feeds.ts';
import { accountQuery } from '#console/features/accounts/account-query.ts';
import { AccountUsage, useBoardsOf } from '#console/features/accounts/account-usage.tsx';
import { formatCount } from '#console/lib/format/format-number.ts';
import { useConfig } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { fullAccountName } from '#console/shared/accounts/account-name.ts';
import { accountsKey } from '#console/shared/accounts/all-accounts-query.ts';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import { type Account, deleteAccount } from '#contract/advocacy/accounts.ts';

interface DeleteAccountDialogProps {
  readonly account: Account;
  readonly onDeleted: () => void;
  readonly onCancel: () => void;
}

/** Confirms deleting an account. An account that feeds use can't be deleted; the feeds are listed. */
export function DeleteAccountDialog({ account, onDeleted, onCancel }: DeleteAccountDialogProps) {
  const api = useApi();
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const { accountTypes } = useConfig();
  const { name } = account.attributes;
  // Refetch, because the feeds may have changed since the list loaded. The dialog doesn't wait for
  // it: the service rejects deleting an account that feeds use.
  const query = accountQuery(api, teamId, account.id);
  const current = useQuery({ ...query, staleTime: 0 });
  const feeds = current.data ? accountFeedNames(current.data.data, current.data.included) : [];

  const boards = useBoardsOf(feeds);

  const remove = useMutation({
    mutationFn: () =>
      api.advocacy.request(deleteAccount, {
        params: { team_id: teamId, account_id: account.id },
      }),
    onSuccess: async () => {
      // Remove the row before the dialog closes, so that the focus doesn't return to it. The account
      // itself would be a 404.
      const deletedHash = hashKey(query.queryKey);
      await queryClient.invalidateQueries({
        queryKey: accountsKey(teamId),
        predicate: ({ queryHash }) => queryHash !== deletedHash,
      });
      showSuccess(`${name} was deleted`);
      onDeleted();
    },
    // A feed may use it by now, or someone else may have deleted it.
    onError: () => queryClient.invalidateQueries({ queryKey: accountsKey(teamId) }),
  });

  return (
    <ConfirmDialog
      title={feeds.length > 0 ? `${name} is in use` : `Delete ${name}?`}
      action="Delete account"
      disabledReason={
        feeds.length > 0 ? `${formatCount(feeds.length, 'feed uses', 'feeds use')} it` : undefined
      }
      pending={remove.isPending}
      error={
        toUserFacingError(remove.error, "The account wasn't deleted") ??
        toUserFacingError(current.error)
      }
      onConfirm={() => remove.mutate()}
      onCancel={onCancel}
    >
      {feeds.length > 0 ? (
        <>
          <p>
            {formatCount(feeds.length, 'feed uses', 'feeds use')}{' '}
            {fullAccountName(accountTypes, account)}
            {boards.length > 0 &&
              `, and ${formatCount(boards.length, 'board')} would stop getting new posts`}
            :
          </p>
          <AccountUsage feeds={feeds} />
          <p>
            Remove it from {feeds.length === 1 ? 'this feed' : 'these feeds'} first. Feeds are
            edited outside Patron.
          </p>
        </>
      ) : (
        <p>Its credentials are deleted and new posts stop. You can connect it again later.</p>
      )}
    </ConfirmDialog>
  );
}
