import { type ComponentProps, type PointerEvent, useLayoutEffect, useRef } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import { focusHeading } from '#console/ui/hooks/focus-heading.ts';
import styles from './modal.module.css';

interface ModalProps extends Omit<ComponentProps<'dialog'>, 'ref' | 'open' | 'onClose'> {
  /** Esc, or a press on the backdrop, asks for it. Whoever shows the modal takes it away. */
  readonly onClose: () => void;
  /** Whether a press on the backdrop closes it; not where something would be lost. */
  readonly closesOnBackdrop?: boolean;
}

/** What gets the focus first: what asks for it, else the first field. */
const FIRST_FOCUS = '[data-autofocus], input:not([type="hidden"]), select, textarea';

/**
 * The native modal dialog, open for as long as it is rendered. The browser makes the page inert,
 * keeps the focus in, and gives it back at the end. Internal: pages take `Dialog`, `ConfirmDialog`
 * or `SidePanel`.
 */
export function Modal({ onClose, closesOnBackdrop = true, className, ...rest }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    (dialog.querySelector<HTMLElement>(FIRST_FOCUS) ?? dialog).focus();
    return () => {
      dialog.close();
      // The browser gives the focus back, unless another dialog ends in the same moment, or what had
      // it is gone (a deleted row, a dialog before this one): the page's heading has it then.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        if (before === document.body || !before?.isConnected) focusHeading();
        else if (before instanceof HTMLElement) before.focus();
      });
    };
  }, []);

  function handlePointerDown(event: PointerEvent<HTMLDialogElement>) {
    // The backdrop belongs to the dialog: a press on it has the dialog as its target.
    if (!closesOnBackdrop || event.target !== event.currentTarget) return;
    const box = event.currentTarget.getBoundingClientRect();
    const inside =
      event.clientX >= box.left &&
      event.clientX <= box.right &&
      event.clientY >= box.top &&
      event.clientY <= box.bottom;
    if (!inside) onClose();
  }

  return (
    <dialog
      {...rest}
      ref={ref}
      tabIndex={-1}
      className={classNames(styles.modal, className)}
      onPointerDown={handlePointerDown}
      onCancel={(event) => {
        // Also a file input's "cancel" bubbles up to here.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose();
      }}
      onClose={(event) => {
        // The browser may close it over our head (Esc twice); state has to follow.
        if (event.target === event.currentTarget && !event.currentTarget.open) onClose();
      }}
    />
  );
}
