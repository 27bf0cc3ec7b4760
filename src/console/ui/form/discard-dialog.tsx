import { ConfirmDialog } from '#console/ui/overlay/confirm-dialog.tsx';
import type { LeaveConfirmation } from './use-leave-confirmation.ts';

interface DiscardDialogProps extends Pick<LeaveConfirmation, 'question'> {
  /** Whether the changes were sent and their result isn't known yet. */
  readonly submitting: boolean;
}

/** Asks whether to discard unsaved changes, while `useLeaveConfirmation` has a question. */
export function DiscardDialog({ question, submitting }: DiscardDialogProps) {
  if (!question) return null;
  return (
    <ConfirmDialog
      title="Discard your changes?"
      action="Discard changes"
      pending={false}
      error={undefined}
      onConfirm={question.confirm}
      onCancel={question.cancel}
    >
      <p>
        {submitting
          ? 'Your changes were already sent and may be saved anyway.'
          : 'Your changes have not been saved.'}
      </p>
    </ConfirmDialog>
  );
}
