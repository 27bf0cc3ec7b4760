import { type ReactNode, useEffectEvent, useId, useLayoutEffect, useRef, useState } from 'react';
import { createPortal } from 'react-dom';
import { openModals } from '#console/ui/open-modals.ts';
import styles from './dialog.module.css';
import { Dialog } from './dialog.tsx';
import { FIRST_FOCUS } from './modal.tsx';

interface ModalInterruptionProps {
  /** The title, which is also the accessible name. */
  readonly title: string;
  readonly role?: 'dialog' | 'alertdialog';
  readonly description?: ReactNode;
  /** The size of the dialog that it opens if none is open. */
  readonly size?: 'small' | 'medium';
  /** Called on Esc. */
  readonly onCancel: () => void;
  /** Called when the interrupted dialog unmounts. */
  readonly onAbandoned?: () => void;
  readonly children: ReactNode;
}

/**
 * A question in the middle of something: it takes the place of the content of the dialog on top, which
 * keeps its state and comes back afterwards. Without an open dialog it opens one.
 */
export function ModalInterruption(props: ModalInterruptionProps) {
  const { title, role = 'dialog', description, size = 'small' } = props;
  const { onCancel, onAbandoned, children } = props;
  const [modal, setModal] = useState(() => openModals.at(-1));
  const ref = useRef<HTMLDivElement>(null);
  const labelId = useId();
  const descriptionId = description === undefined ? undefined : `${labelId}description`;
  const cancel = useEffectEvent(onCancel);
  const abandon = useEffectEvent(() => onAbandoned?.());
  useLayoutEffect(() => {
    if (!modal) return undefined;
    // The dialog was closed in the meantime.
    if (!openModals.includes(modal)) {
      setModal(openModals.at(-1));
      return undefined;
    }
    const { element, interrupt } = modal;
    const focused = document.activeElement;
    element.toggleAttribute('data-interrupted', true);
    interrupt({
      role,
      labelId,
      descriptionId,
      onCancel: () => cancel(),
      onAbandoned: () => abandon(),
    });
    (ref.current?.querySelector<HTMLElement>(FIRST_FOCUS) ?? element).focus();
    return () => {
      element.removeAttribute('data-interrupted');
      interrupt(undefined);
      if (focused instanceof HTMLElement && element.contains(focused)) focused.focus();
      else element.focus();
    };
  }, [modal, role, labelId, descriptionId]);

  if (!modal) {
    return (
      <Dialog
        title={title}
        description={description}
        size={size}
        closesOnBackdrop={false}
        onClose={onCancel}
      >
        {children}
      </Dialog>
    );
  }
  return createPortal(
    <div ref={ref} data-interruption>
      <h2 id={labelId} className={styles.title}>
        {title}
      </h2>
      {descriptionId !== undefined && (
        <div id={descriptionId} className={styles.description}>
          {description}
        </div>
      )}
      <div className={styles.body}>{children}</div>
    </div>,
    modal.element,
  );
}
