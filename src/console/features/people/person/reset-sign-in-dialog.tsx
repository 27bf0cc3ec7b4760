import { useMutation } from '@tanstack/react-query';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { useStepUp } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { showSuccess } from '#console/ui/feedback/toasts.ts';
import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import { type Person, resetPersonSignIn } from '#contract/people/people.ts';
import { personName } from './person.ts';

interface ResetSignInDialogProps {
  readonly person: Person;
  readonly onClose: () => void;
}

/** Lets a colleague who lost their ways to sign in set a new password, with a link in an email. */
export function ResetSignInDialog({ person, onClose }: ResetSignInDialogProps) {
  const { people } = useApi();
  const teamId = useTeamId();
  const stepUp = useStepUp();
  const name = personName(person);
  const reset = useMutation({
    mutationFn: () =>
      stepUp.withIdToken((idToken) =>
        Promise.resolve(
          people?.request(resetPersonSignIn, {
            params: { team_id: teamId, user_id: person.id },
            idToken,
          }),
        ),
      ),
    onSuccess: () => {
      showSuccess(`${name} gets an email with a link to sign in again`);
      onClose();
    },
  });
  return (
    <ConfirmDialog
      title={`Reset the sign-in of ${name}?`}
      action="Reset sign-in"
      pending={reset.isPending}
      error={toUserFacingError(reset.error, "The sign-in wasn't reset")}
      onConfirm={() => reset.mutate()}
      onCancel={onClose}
    >
      <p>
        {name} is signed out everywhere. The password, passkeys and other methods stop working. A
        link in an email to {person.email} sets a new password; it works for 24 hours. Make sure
        that it's really {name} who asked you.
      </p>
    </ConfirmDialog>
  );
}
