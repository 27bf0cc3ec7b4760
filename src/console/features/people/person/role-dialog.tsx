import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { invalidatePeople } from '#console/shared/people/people-query.ts';
import { useUndoAction } from '#console/shared/use-undo-action.ts';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { FormDialog } from '#console/ui/overlay/form-dialog.tsx';
import { changePersonRole, type Person, type TeamRole } from '#contract/people/people.ts';
import { personName } from './person.ts';
import { RoleField } from './role-field.tsx';

interface RoleDialogProps {
  readonly person: Person;
  readonly roles: readonly TeamRole[];
  readonly onClose: () => void;
}

/** Changes what a user can do in the team, from their next request on. */
export function RoleDialog({ person, roles, onClose }: RoleDialogProps) {
  const { people } = useApi();
  const teamId = useTeamId();
  const stepUp = useStepUp();
  const queryClient = useQueryClient();
  const undoAction = useUndoAction();
  const [role, setRole] = useState(person.role);
  const name = personName(person);
  const setRoleOfPerson = async (next: string) => {
    await stepUp.withIdToken((idToken) =>
      Promise.resolve(
        people?.request(changePersonRole, {
          params: { team_id: teamId, user_id: person.id },
          body: { role: next },
          idToken,
        }),
      ),
    );
    await invalidatePeople(queryClient, teamId);
    return `${name}'s role is now ${next}`;
  };
  const change = useMutation({
    mutationFn: async () => {
      const before = person.role;
      return { before, message: await setRoleOfPerson(role) };
    },
    onSuccess: ({ before, message }) => {
      const undo = () => setRoleOfPerson(before);
      showSuccess(message, undoAction({ undo, errorTitle: "The change wasn't undone" }));
      onClose();
    },
  });

  const error = toUserFacingError(change.error, "Couldn't change the role");
  return (
    <FormDialog
      title={`Change the role of ${name}`}
      action="Change role"
      disabledReason={role === person.role ? 'Choose another role' : undefined}
      isPending={change.isPending}
      error={error}
      onSubmit={() => change.mutate()}
      onClose={onClose}
    >
      <RoleField
        roles={roles}
        chosen={role}
        value={role}
        onChange={(event) => setRole(event.target.value)}
      />
    </FormDialog>
  );
}
