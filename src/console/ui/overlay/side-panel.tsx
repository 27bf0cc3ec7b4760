import { X } from 'lucide-react';
import { type ReactNode, useId } from 'react';
import { IconButton } from '#console/ui/button/icon-button.tsx';
import { Modal } from './modal.tsx';
import styles from './side-panel.module.css';

interface SidePanelProps {
  /** Its accessible name. */
  readonly title: string;
  readonly description?: ReactNode;
  /** Leads back to the list that it stands over. */
  readonly onClose: () => void;
  readonly closesOnBackdrop?: boolean;
  /** `SidePanelBody` and `SidePanelFooter`, or a form around both. */
  readonly children: ReactNode;
}

/** A dialog at the right edge, over the list that it belongs to; its route opens and closes it. */
export function SidePanel({
  title,
  description,
  onClose,
  closesOnBackdrop = true,
  children,
}: SidePanelProps) {
  const id = useId();
  return (
    <Modal
      aria-labelledby={`${id}title`}
      aria-describedby={description === undefined ? undefined : `${id}description`}
      className={styles.panel}
      closesOnBackdrop={closesOnBackdrop}
      onClose={onClose}
    >
      <div className={styles.frame}>
        <header className={styles.header}>
          <div className={styles.words}>
            <h2 id={`${id}title`} className={styles.title}>
              {title}
            </h2>
            {description !== undefined && (
              <p id={`${id}description`} className={styles.description}>
                {description}
              </p>
            )}
          </div>
          <IconButton label="Close" icon={<X />} onClick={onClose} />
        </header>
        {children}
      </div>
    </Modal>
  );
}

/** The part of a panel that scrolls. */
export function SidePanelBody({ children }: { readonly children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}

/** The buttons of a panel, always in sight. */
export function SidePanelFooter({ children }: { readonly children: ReactNode }) {
  return <div className={styles.footer}>{children}</div>;
}
