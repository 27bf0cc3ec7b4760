import { useMutation, useQueryClient } from '@tanstack/react-query';
import { RotateCcwKey, Send, Trash2, UserRoundCog } from 'lucide-react';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { isSelf } from '#console/features/people/person/person.ts';
import { useCurrentUser } from '#console/session/current-user.ts';
import { useScopeReason } from '#console/session/scope-reason.ts';
import { useProviderName, useStepUp } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { groupReason } from '#console/shared/people/group-role.ts';
import { invalidatePeople } from '#console/shared/people/people-query.ts';
import { showError, showSuccess } from '#console/ui/feedback/toasts.ts';
import { MenuItem } from '#console/ui/overlay/menu-item.tsx';
import { type Person, resendInvitation } from '#contract/people/people.ts';

interface PersonActionsProps {
  readonly person: Person;
  /** The only administrator of the team, who can't leave or get another role. */
  readonly isLastAdministrator: boolean;
  readonly onChangeRole: (person: Person) => void;
  readonly onReset: (person: Person) => void;
  readonly onResend: (invitation: Person) => void;
  readonly onRemove: (person: Person) => void;
}

export function PersonActions(props: PersonActionsProps) {
  const { person, isLastAdministrator, onChangeRole, onReset, onResend, onRemove } = props;
  const scopeReason = useScopeReason('users:write');
  const provider = useProviderName();
  const disabledReason =
    scopeReason ??
    (isLastAdministrator
      ? 'This is the last administrator of the team. Make someone else an administrator first.'
      : undefined);
  const isLeaving = isSelf(person, useCurrentUser().data?.id);
  return (
    <>
      {person.kind === 'user' && (
        <MenuItem
          icon={<UserRoundCog />}
          disabledReason={scopeReason ?? groupReason(person, provider) ?? disabledReason}
          onSelect={() => onChangeRole(person)}
        >
          Change role
        </MenuItem>
      )}
      {person.kind === 'user' && (
        <MenuItem
          icon={<RotateCcwKey />}
          disabledReason={
            scopeReason ?? (isLeaving ? 'Change how you sign in on your Security page.' : undefined)
          }
          onSelect={() => onReset(person)}
        >
          Reset sign-in
        </MenuItem>
      )}
      {person.kind === 'invitation' && (
        <MenuItem icon={<Send />} disabledReason={disabledReason} onSelect={() => onResend(person)}>
          Resend invitation
        </MenuItem>
      )}
      <MenuItem
        icon={<Trash2 />}
        danger
        disabledReason={disabledReason}
        onSelect={() => onRemove(person)}
      >
        {isLeaving ? 'Leave team' : person.kind === 'user' ? 'Remove' : 'Withdraw'}
      </MenuItem>
    </>
  );
}

/** Sends an open invitation again, with a new link. */
export function useResendInvitation() {
  const { people } = useApi();
  const teamId = useTeamId();
  const stepUp = useStepUp();
  const queryClient = useQueryClient();
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
      // Sent again soon, it would wait for every list that is read.
      showSuccess(`We sent a new invitation to ${email}. The last link no longer works.`);
      await invalidatePeople(queryClient, teamId);
    },
    onError: (error) => {
      const message = toUserFacingError(error, "The invitation wasn't sent");
      if (message) showError(message);
    },
  });
}
