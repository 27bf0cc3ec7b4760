import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate, useSearchParams } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { paths } from '#console/paths.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useNewRole } from '#console/shared/people/use-new-role.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { PageHeader } from '#console/ui/page/page-header.tsx';
import { acceptInvitation } from '#contract/account/invitations.ts';

export function AcceptInvitationPage() {
  const { account } = useApi();
  const [parameters] = useSearchParams();
  const navigate = useNavigate();
  const queryClient = useQueryClient();
  const getNewRole = useNewRole();
  const label = useCurrentUser().data?.label;
  const accept = useMutation({
    mutationFn: async () => {
      if (!account) throw new Error('This deployment has no account API');
      return account.request(acceptInvitation, { body: { token: parameters.get('token') ?? '' } });
    },
    onSuccess: async ({ data: { team, team_id: teamId, role } }) => {
      // The user has a new team, whose role may allow more than the session was granted.
      await getNewRole().catch(() => queryClient.invalidateQueries());
      showSuccess(`You joined ${team} as ${role}`);
      void navigate(paths.overview(teamId), { replace: true });
    },
  });
  const error = toUserFacingError(accept.error, "The invitation wasn't accepted");
  return (
    <>
      <PageHeader title="Accept invitation" />
      {error && <ErrorNotice error={error} />}
      <p>
        {label === undefined
          ? 'Accept with the account that you are signed in to.'
          : `You are signed in as ${label}. Accept the invitation with this account?`}
      </p>
      <Button variant="primary" loading={accept.isPending} onClick={() => accept.mutate()}>
        Accept invitation
      </Button>
    </>
  );
}
