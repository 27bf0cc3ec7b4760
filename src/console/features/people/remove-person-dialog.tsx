import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { ApiError } from '#console/api/errors/api-error.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { invalidatePeople } from '#console/shared/people/people-query.ts';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import { deleteInvitation, type Person, removePerson } from '#contract/people/people.ts';

interface RemovePersonDialogProps {
  readonly person: Person;
  readonly onClose: () => void;
}

/** Removes a user from the team, or withdraws an invitation. */
export function RemovePersonDialog({ person, onClose }: RemovePersonDialogProps) {
  const { people } = useApi();
  const teamId = useTeamId();
  const stepUp = useStepUp();
  const queryClient = useQueryClient();
  const { showSuccess } = useToast();
  const isUser = person.kind === 'user';
  const name = person.name ?? person.email;

  async function remove(): Promise<void> {
    const params = { team_id: teamId };
    try {
      if (isUser) {
        await stepUp.withIdToken((idToken) =>
          Promise.resolve(
            people?.request(removePerson, { params: { ...params, user_id: person.id }, idToken }),
          ),
        );
      } else {
        await people?.request(deleteInvitation, {
          params: { ...params, invitation_id: person.id },
        });
      }
    } catch (error) {
      // Someone else removed them first.
      if (!(error instanceof ApiError) || error.status !== 404) throw error;
    }
  }

  const removal = useMutation({
    mutationFn: remove,
    onSuccess: async () => {
      await invalidatePeople(queryClient, teamId);
      showSuccess(isUser ? `${name} was removed.` : `The invitation for ${name} was withdrawn.`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={isUser ? `Remove ${name}?` : `Withdraw the invitation for ${name}?`}
      action={isUser ? 'Remove' : 'Withdraw invitation'}
      pending={removal.isPending}
      error={toUserFacingError(
        removal.error,
        isUser ? `Couldn't remove ${name}` : "Couldn't withdraw the invitation",
      )}
      onConfirm={() => removal.mutate()}
      onCancel={onClose}
    >
      <p>
        {isUser
          ? 'They lose access to this team immediately. They keep their account and their other teams.'
          : 'The link in the email stops working.'}
      </p>
    </ConfirmDialog>
  );
}
