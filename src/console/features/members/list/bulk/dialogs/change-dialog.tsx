import type { FormEvent, ReactNode } from 'react';
import type { MemberSelection } from '#console/features/members/list/bulk/use-member-selection.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { Dialog, DialogFooter, DialogForm } from '#console/ui/overlay/dialog.tsx';
import { SimilarNote } from './similar-note.tsx';

interface ChangeDialogProps {
  readonly selection: MemberSelection;
  readonly title: string;
  /** The label of the button: "Add tags". */
  readonly action: string;
  /** Why the change can't be started yet. */
  readonly disabledReason?: string | undefined;
  readonly closesOnBackdrop?: boolean;
  readonly error: UserFacingError | undefined;
  readonly isPending: boolean;
  readonly onSubmit: () => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** The form of a change to the selected members. */
export function ChangeDialog(props: ChangeDialogProps) {
  const { title, action, disabledReason, closesOnBackdrop = true, error, isPending } = props;
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isPending) props.onSubmit();
  }
  return (
    <Dialog title={title} size="small" closesOnBackdrop={closesOnBackdrop} onClose={props.onClose}>
      <DialogForm onSubmit={handleSubmit}>
        {error && <ErrorNotice error={error} />}
        <SimilarNote selection={props.selection} />
        {props.children}
        <DialogFooter>
          <Button variant="ghost" onClick={props.onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            loading={isPending}
            disabledReason={disabledReason}
          >
            {action}
          </Button>
        </DialogFooter>
      </DialogForm>
    </Dialog>
  );
}
