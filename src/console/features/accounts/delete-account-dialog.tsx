import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { formatCount } from '#console/lib/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import { type Account, deleteAccount } from '#contract/advocacy/accounts.ts';
import { accountFeedNames } from './account-feeds.ts';
import { accountQuery, accountsKey } from './accounts-queries.ts';
import styles from './delete-account-dialog.module.css';

interface DeleteAccountDialogProps {
  readonly account: Account;
  readonly onDeleted: () => void;
  readonly onCancel: () => void;
}

/** Asks before an account is deleted; one that feeds use can't be, and they are named. */
export function DeleteAccountDialog({ account, onDeleted, onCancel }: DeleteAccountDialogProps) {
  const api = useApi();
  const teamId = useTeamId();
  const queryClient = useQueryClient();
  const { showSuccess } = useToast();
  const { name } = account.attributes;
  // Read anew, because feeds come and go while the list stands there. Nobody has to wait for it: the
  // service refuses to delete an account that feeds use.
  const current = useQuery({ ...accountQuery(api, teamId, account.id), staleTime: 0 });
  const feeds = current.data ? accountFeedNames(current.data.data, current.data.included) : [];

  const remove = useMutation({
    mutationFn: () =>
      api.advocacy.request(deleteAccount, {
        params: { team_id: teamId, account_id: account.id },
      }),
    onSuccess: async () => {
      // The row is gone before the dialog is, so that the focus doesn't go back to it.
      await queryClient.invalidateQueries({ queryKey: [...accountsKey(teamId), 'list'] });
      showSuccess(`${name} is deleted.`);
      onDeleted();
    },
    // A feed may have begun to use it a moment ago, or somebody else have deleted it.
    onError: () => queryClient.invalidateQueries({ queryKey: accountsKey(teamId) }),
  });

  return (
    <ConfirmDialog
      title={`Delete ${name}?`}
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
          <p>It can't be deleted while {formatCount(feeds.length, 'feed uses', 'feeds use')} it:</p>
          <ul className={styles.feeds}>
            {feeds.map((feed) => (
              <li key={feed.id}>{feed.name}</li>
            ))}
          </ul>
          <p>Take it out of these feeds first.</p>
        </>
      ) : (
        <p>
          Its credentials are removed and nothing more comes from it. To have it back, somebody has
          to connect it again.
        </p>
      )}
    </ConfirmDialog>
  );
}
