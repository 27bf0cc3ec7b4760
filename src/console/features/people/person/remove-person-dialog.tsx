import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { ApiError } from '#console/api/errors/api-error.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { paths } from '#console/paths.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useProviderName, useStepUp } from '#console/session/session-context.ts';
import { useCurrentTeam, useTeamId } from '#console/session/team.ts';
import { invalidatePeople } from '#console/shared/people/people-query.ts';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import { deleteInvitation, EVERYBODY, type Person, removePerson } from '#contract/people/people.ts';
import { isSelf, personName } from './person.ts';

interface RemovePersonDialogProps {
  readonly person: Person;
  readonly onClose: () => void;
}

/** Removes a user from the team, who may be the signed-in one, or withdraws an invitation. */
export function RemovePersonDialog({ person, onClose }: RemovePersonDialogProps) {
  const { people } = useApi();
  const teamId = useTeamId();
  const stepUp = useStepUp();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const isUser = person.kind === 'user';
  const isLeaving = isSelf(person, useCurrentUser().data?.id);
  const provider = useProviderName();
  const team = useCurrentTeam()?.attributes.name ?? 'the team';
  const texts = isLeaving ? leaveTexts(team) : isUser ? removeTexts(person) : withdrawTexts(person);

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
      if (isLeaving) void navigate(paths.home(), { replace: true });
      showSuccess(texts.success);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={texts.title}
      action={texts.action}
      pending={removal.isPending}
      error={toUserFacingError(removal.error, texts.error)}
      onConfirm={() => removal.mutate()}
      onCancel={onClose}
    >
      <p>{texts.consequence}</p>
      {person.group != null && <p>{returnNotice(person.group, provider, isLeaving)}</p>}
    </ConfirmDialog>
  );
}

/** When a removed person gets the role back from their group. */
function returnNotice(group: string, provider: string, isLeaving: boolean): string {
  const [them, they] = isLeaving ? ['you', 'you'] : ['them', 'they'];
  return group === EVERYBODY
    ? `The next time ${they} sign in with ${provider}, ${they} get the role again.`
    : `The next time ${they} sign in with ${provider}, the group “${group}” gives ${them} the role again.`;
}

const leaveTexts = (team: string) => ({
  title: `Leave ${team}?`,
  action: 'Leave team',
  consequence: 'You lose access immediately. You keep your account and your other teams.',
  success: `You left ${team}`,
  error: `Couldn't leave ${team}`,
});

const removeTexts = (person: Person) => ({
  title: `Remove ${personName(person)}?`,
  action: 'Remove',
  consequence:
    'They lose access to this team immediately. They keep their account and their other teams.',
  success: `${personName(person)} was removed`,
  error: `Couldn't remove ${personName(person)}`,
});

const withdrawTexts = ({ email }: Person) => ({
  title: `Withdraw the invitation for ${email}?`,
  action: 'Withdraw',
  consequence: 'The link in the email stops working.',
  success: `The invitation for ${email} was withdrawn`,
  error: "Couldn't withdraw the invitation",
});
