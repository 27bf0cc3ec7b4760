import { X } from 'lucide-react';
import { type ReactNode, useEffect, useId } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import { IconButton } from '#console/ui/button/icon-button.tsx';
import { publishTitles } from '#console/ui/hooks/page-title.ts';
import { Modal } from './modal.tsx';
import styles from './side-panel.module.css';

interface SidePanelProps {
  /** The title, which is also the accessible name. */
  readonly title: string;
  readonly description?: ReactNode;
  /** Navigates back to the list. */
  readonly onClose: () => void;
  /** `medium` for forms with two columns, `wide` for side-by-side content. */
  readonly size?: 'normal' | 'medium' | 'wide';
  /** `SidePanelBody` and `SidePanelFooter`, or a form with both. */
  readonly children: ReactNode;
}

/** A dialog at the right edge, over the list that it belongs to. Its route opens and closes it. */
export function SidePanel({
  title,
  description,
  onClose,
  size = 'normal',
  children,
}: SidePanelProps) {
  const id = useId();
  useEffect(() => {
    publishTitles({ panel: title });
    return () => publishTitles({ panel: '' });
  }, [title]);
  return (
    <Modal
      aria-labelledby={`${id}title`}
      aria-describedby={description === undefined ? undefined : `${id}description`}
      className={classNames(styles.panel, size !== 'normal' && styles[size])}
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

export function SidePanelBody({ children }: { readonly children: ReactNode }) {
  return <div className={styles.body}>{children}</div>;
}

/** The buttons of a panel, always visible. */
export function SidePanelFooter({ children }: { readonly children: ReactNode }) {
  return <div className={styles.footer}>{children}</div>;
}
