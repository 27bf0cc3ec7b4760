import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import type { LeaveConfirmation } from './use-leave-confirmation.ts';

interface DiscardDialogProps extends Pick<LeaveConfirmation, 'question'> {
  /** Whether the changes were sent and their result isn't known yet. */
  readonly submitting: boolean;
  /** What was entered, if it is new: "the invitation". */
  readonly draft?: string | undefined;
}

/** Asks whether to discard unsaved changes, while `useLeaveConfirmation` has a question. */
export function DiscardDialog({ question, submitting, draft }: DiscardDialogProps) {
  if (!question) return null;
  return (
    <ConfirmDialog
      title={`Discard ${draft ?? 'your changes'}?`}
      action={draft === undefined ? 'Discard changes' : 'Discard'}
      pending={false}
      error={undefined}
      onConfirm={question.confirm}
      onCancel={question.cancel}
    >
      <p>
        {submitting
          ? 'What you entered was already sent and may be saved anyway.'
          : draft === undefined
            ? 'Your changes have not been saved.'
            : 'What you entered will be lost.'}
      </p>
    </ConfirmDialog>
  );
}
