import { type ReactNode, useId } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import styles from './dialog.module.css';
import { Modal } from './modal.tsx';

interface DialogProps {
  /** Its accessible name. */
  readonly title: string;
  /** One or two sentences: what it is for. */
  readonly description?: ReactNode;
  readonly size?: 'small' | 'medium' | 'large';
  readonly onClose: () => void;
  /** Off where something would be lost by a stray press. */
  readonly closesOnBackdrop?: boolean;
  /** Its content; a form brings its own `DialogFooter`. */
  readonly children?: ReactNode;
}

/** A dialog in the middle of the page, open for as long as it is rendered. */
export function Dialog({
  title,
  description,
  size = 'medium',
  onClose,
  closesOnBackdrop = true,
  children,
}: DialogProps) {
  const id = useId();
  return (
    <Modal
      aria-labelledby={`${id}title`}
      aria-describedby={description === undefined ? undefined : `${id}description`}
      className={classNames(styles.dialog, size !== 'medium' && styles[size])}
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

/** The buttons of a dialog: what leaves it first, the act last. */
export function DialogFooter({ children }: { readonly children: ReactNode }) {
  return <div className={styles.footer}>{children}</div>;
}
