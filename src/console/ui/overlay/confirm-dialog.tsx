import { type ReactNode, useId, useState } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import type { UserFacingError } from '#console/lib/user-facing-error.ts';
import { Button } from '#console/ui/button/button.tsx';
import { ErrorNotice } from '#console/ui/feedback/error-notice.tsx';
import { openModals } from '#console/ui/open-modals.ts';
import styles from './confirm-dialog.module.css';
import dialogStyles from './dialog.module.css';
import { DialogFooter } from './dialog.tsx';
import { Modal } from './modal.tsx';
import { ModalInterruption } from './modal-interruption.tsx';

interface ConfirmDialogProps {
  /** Names the thing: "Delete shop.example.com?" */
  readonly title: string;
  /** The label of the confirm button: "Delete domain". */
  readonly action: string;
  /** `danger` if it can't be undone. */
  readonly tone?: 'danger' | 'primary';
  /** The consequences. */
  readonly children: ReactNode;
  /** Why the confirm button is disabled. */
  readonly disabledReason?: string | undefined;
  readonly pending: boolean;
  readonly error: UserFacingError | undefined;
  readonly onConfirm: () => void;
  readonly onCancel: () => void;
}

/**
 * Asks before an action. "Cancel" has the focus, so that a habitual Enter does no harm. In an open dialog
 * it takes the place of its content.
 */
export function ConfirmDialog({
  title,
  action,
  tone = 'danger',
  children,
  disabledReason,
  pending,
  error,
  onConfirm,
  onCancel,
}: ConfirmDialogProps) {
  const id = useId();
  const [isInterruption] = useState(() => openModals.length > 0);
  const footer = (
    <>
      {error && (
        <div className={styles.problem}>
          <ErrorNotice error={error} />
        </div>
      )}
      <DialogFooter>
        <Button variant="ghost" data-autofocus onClick={onCancel}>
          Cancel
        </Button>
        <Button
          variant={tone}
          loading={pending}
          disabledReason={disabledReason}
          onClick={onConfirm}
        >
          {action}
        </Button>
      </DialogFooter>
    </>
  );
  const consequences = <div className={styles.consequences}>{children}</div>;
  if (isInterruption) {
    return (
      <ModalInterruption
        role="alertdialog"
        title={title}
        description={consequences}
        onCancel={onCancel}
      >
        {footer}
      </ModalInterruption>
    );
  }
  return (
    <Modal
      role="alertdialog"
      aria-labelledby={`${id}title`}
      aria-describedby={`${id}consequences`}
      className={classNames(dialogStyles.dialog, dialogStyles.small)}
      closesOnBackdrop={false}
      onClose={onCancel}
    >
      <h2 id={`${id}title`} className={dialogStyles.title}>
        {title}
      </h2>
      <div id={`${id}consequences`}>{consequences}</div>
      {footer}
    </Modal>
  );
}
