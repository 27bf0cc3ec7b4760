import type { FormEvent, ReactNode } from 'react';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import styles from './dialog.module.css';
import { Dialog, DialogFooter } from './dialog.tsx';

interface FormDialogProps {
  /** The title, which is also the accessible name. */
  readonly title: string;
  /** One or two sentences. */
  readonly description?: ReactNode;
  readonly size?: 'small' | 'medium';
  /** The label of the submit button: "Create key". */
  readonly action: string;
  /** Why it can't be submitted yet. */
  readonly disabledReason?: string | undefined;
  readonly isPending: boolean;
  /** The error of the whole form. Errors of fields are shown at the fields. */
  readonly error: UserFacingError | undefined;
  /** Called only while nothing is pending. */
  readonly onSubmit: (event: FormEvent) => void;
  readonly onClose: () => void;
  readonly children: ReactNode;
}

/** A form in a dialog. A click beside it doesn't close it, because what was typed would be lost. */
export function FormDialog(props: FormDialogProps) {
  const { title, description, size = 'small', isPending, error, onClose } = props;
  function handleSubmit(event: FormEvent) {
    event.preventDefault();
    if (!isPending) props.onSubmit(event);
  }
  return (
    <Dialog
      title={title}
      description={description}
      size={size}
      closesOnBackdrop={false}
      onClose={onClose}
    >
      <form noValidate className={styles.form} onSubmit={handleSubmit}>
        {error && <ErrorNotice error={error} />}
        {props.children}
        <DialogFooter>
          <Button variant="ghost" onClick={onClose}>
            Cancel
          </Button>
          <Button
            type="submit"
            variant="primary"
            loading={isPending}
            disabledReason={props.disabledReason}
          >
            {props.action}
          </Button>
        </DialogFooter>
      </form>
    </Dialog>
  );
}
