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

/** Asks before a colleague's sign-in is reset, after which only a link in an email lets them in. */
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
      showSuccess(`${name} gets an email with a link to set a new password`);
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
        {name} is signed out everywhere, and their password, passkeys and other methods stop
        working. They set a new password with a link that we email to {person.email}. It works for
        24 hours. Make sure that it was really {name} who asked you.
      </p>
    </ConfirmDialog>
  );
}
