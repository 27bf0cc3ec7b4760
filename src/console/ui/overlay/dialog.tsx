import { type ReactNode, useId } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import styles from './dialog.module.css';
import { Modal } from './modal.tsx';

interface DialogProps {
  /** The title, which is also the accessible name. */
  readonly title: string;
  /** One or two sentences. */
  readonly description?: ReactNode;
  readonly size?: 'small' | 'medium' | 'large';
  /** Undefined for a dialog that can't be closed. */
  readonly onClose: (() => void) | undefined;
  /** False where a stray click would lose input. */
  readonly closesOnBackdrop?: boolean;
  /** Nothing of the page can be seen behind it. */
  readonly hidesPage?: boolean;
  /** The content, with a `DialogFooter`. */
  readonly children?: ReactNode;
}

/** A centered dialog, open while it is mounted. */
export function Dialog({
  title,
  description,
  size = 'medium',
  onClose,
  closesOnBackdrop = true,
  hidesPage = false,
  children,
}: DialogProps) {
  const id = useId();
  return (
    <Modal
      aria-labelledby={`${id}title`}
      aria-describedby={description === undefined ? undefined : `${id}description`}
      className={classNames(
        styles.dialog,
        size !== 'medium' && styles[size],
        hidesPage && styles.opaque,
      )}
      closesOnBackdrop={closesOnBackdrop}
      onClose={onClose}
    >
      <h2 id={`${id}title`} className={styles.title}>
        {title}
      </h2>
      {description !== undefined && (
        <p id={`${id}description`} className={styles.description}>
          {description}
        </p>
      )}
      <div className={styles.body}>{children}</div>
    </Modal>
  );
}

/** The buttons of a dialog: Cancel first, the action last. */
export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return <div className={styles.footer}>{children}</div>;
}
