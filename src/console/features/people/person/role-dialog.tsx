import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { invalidatePeople } from '#console/shared/people/people-query.ts';
import { useUndoAction } from '#console/shared/use-undo-action.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { useToast } from '#console/ui/feedback/toast.tsx';
import { Dialog, DialogFooter, DialogForm } from '#console/ui/overlay/dialog.tsx';
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
  const { showSuccess } = useToast();
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
    return `${name}'s role is now ${next}.`;
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

  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    change.mutate();
  }

  const error = toUserFacingError(change.error, "Couldn't change the role");
  return (
    <Dialog title={`Change the role of ${name}`} size="small" onClose={onClose}>
      <DialogForm onSubmit={handleSubmit}>
        {error && <ErrorNotice error={error} />}
        <RoleField
          roles={roles}
          chosen={role}
          value={role}
          onChange={(event) => setRole(event.target.value)}
        />
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            loading={change.isPending}
            disabledReason={role === person.role ? 'Choose another role' : undefined}
          >
            Change role
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}
