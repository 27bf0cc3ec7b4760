import { type ComponentProps, type PointerEvent, useLayoutEffect, useRef, useState } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import { focusHeading } from '#console/ui/hooks/focus-heading.ts';
import {
  type Interruption,
  modalCloseListeners,
  type OpenModal,
  openModals,
} from '#console/ui/open-modals.ts';
import styles from './modal.module.css';

interface ModalProps extends Omit<ComponentProps<'dialog'>, 'ref' | 'open' | 'onClose'> {
  /** Called on Esc and clicks on the backdrop. The parent unmounts the modal. Undefined: it stays. */
  readonly onClose: (() => void) | undefined;
  /** False where a stray click would lose input. */
  readonly closesOnBackdrop?: boolean;
}

/** Gets the initial focus. */
export const FIRST_FOCUS =
  '[data-autofocus], input:not([type="hidden"], [hidden]), select, textarea';

/**
 * A native modal dialog, open while it is mounted. The browser makes the page inert, traps the focus
 * and restores it. Internal: pages use `Dialog`, `ConfirmDialog` or `SidePanel`.
 */
export function Modal({ closesOnBackdrop = true, className, ...rest }: ModalProps) {
  const ref = useRef<HTMLDialogElement>(null);
  const [interruption, setInterruption] = useState<Interruption>();
  const onClose = interruption ? interruption.onCancel : rest.onClose;

  useLayoutEffect(() => {
    const dialog = ref.current;
    if (!dialog) return;
    const before = document.activeElement;
    dialog.showModal();
    (dialog.querySelector<HTMLElement>(FIRST_FOCUS) ?? dialog).focus();
    const modal: OpenModal = {
      element: dialog,
      interrupt(next) {
        modal.interruption = next;
        setInterruption(next);
      },
    };
    openModals.push(modal);
    return () => {
      openModals.splice(openModals.indexOf(modal), 1);
      modal.interruption?.onAbandoned();
      for (const listener of modalCloseListeners) listener();
      dialog.close();
      // The browser doesn't restore the focus if another dialog closes at the same time, or if the
      // element that had it is gone (a deleted row): focus the page's heading then.
      queueMicrotask(() => {
        if (document.activeElement !== document.body) return;
        if (before === document.body || !before?.isConnected) focusHeading();
        else if (before instanceof HTMLElement) before.focus();
      });
    };
  }, []);

  function handlePointerDown(event: PointerEvent<HTMLDialogElement>) {
    // Clicks on the backdrop have the dialog as their target.
    if (!closesOnBackdrop || interruption || event.target !== event.currentTarget) return;
    const box = event.currentTarget.getBoundingClientRect();
    const inside =
      event.clientX >= box.left &&
      event.clientX <= box.right &&
      event.clientY >= box.top &&
      event.clientY <= box.bottom;
    if (!inside) onClose?.();
  }

  return (
    <dialog
      {...rest}
      {...(interruption && {
        role: interruption.role,
        'aria-labelledby': interruption.labelId,
        'aria-describedby': interruption.descriptionId,
      })}
      // Without it, a second Esc would close the dialog in spite of its handler.
      closedby={onClose ? 'closerequest' : 'none'}
      ref={ref}
      tabIndex={-1}
      className={classNames(styles.modal, className)}
      onPointerDown={handlePointerDown}
      onCancel={(event) => {
        // The "cancel" event of a file input bubbles up to here.
        if (event.target !== event.currentTarget) return;
        event.preventDefault();
        onClose?.();
      }}
      onClose={({ target, currentTarget: dialog }) => {
        // The browser closes it on its own after Esc twice without another key. The parent has to
        // follow, or asks something first: then it opens again. A dialog that was closed because it
        // unmounts has followed already: a second time would override where the user went since.
        if (target !== dialog || dialog.open || !dialog.isConnected) return;
        onClose?.();
        setTimeout(() => dialog.isConnected && !dialog.open && dialog.showModal());
      }}
    />
  );
}
