import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { invalidatePeople } from '#console/shared/people/people-query.ts';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { type Person, resendInvitation } from '#contract/people/people.ts';

/** Sends an open invitation again, with a new link. */
export function useResendInvitation() {
  const { people } = useApi();
  const teamId = useTeamId();
  const stepUp = useStepUp();
  const queryClient = useQueryClient();
  const { showSuccess, showError } = useToast();
  return useMutation({
    mutationFn: ({ id }: Person) =>
      stepUp.withIdToken((idToken) =>
        Promise.resolve(
          people?.request(resendInvitation, {
            params: { team_id: teamId, invitation_id: id },
            idToken,
          }),
        ),
      ),
    onSuccess: async (_response, { email }) => {
      await invalidatePeople(queryClient, teamId);
      showSuccess(`We sent a new invitation to ${email}. The last link no longer works.`);
    },
    onError: (error) => {
      const message = toUserFacingError(error, "The invitation wasn't sent");
      if (message) showError(message);
    },
  });
}
