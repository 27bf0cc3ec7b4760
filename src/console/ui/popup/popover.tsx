import { type ReactNode, useEffect } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import styles from './popover.module.css';
import popupStyles from './popup.module.css';
import type { PopupAlign } from './position-popup.ts';
import { type PopupTriggerProps, usePopup } from './use-popup.ts';

interface PopoverProps {
  /** The accessible name of the popover. */
  readonly label: string;
  readonly align?: PopupAlign;
  /** Renders the button that opens the popover, with these props. */
  readonly trigger: (props: PopupTriggerProps) => ReactNode;
  /** The content, rendered while open. `close` restores the focus. */
  readonly children: (close: () => void) => ReactNode;
}

/** A small non-modal dialog beside its button: a filter, for example. */
export function Popover({ label, align = 'start', trigger, children }: PopoverProps) {
  const { open, close, popupRef, triggerProps, popupProps } = usePopup('dialog', align);

  useEffect(() => {
    if (open) focusFirstControl(popupRef.current);
  }, [open, popupRef]);

  return (
    <>
      {trigger(triggerProps)}
      {open && (
        <div
          {...popupProps}
          role="dialog"
          aria-label={label}
          tabIndex={-1}
          className={classNames(popupStyles.popup, styles.popover)}
        >
          {children(close)}
        </div>
      )}
    </>
  );
}

/** Moves the focus to the first control that can be used, or else to the content itself. */
export function focusFirstControl(content: HTMLElement | null): void {
  const control = content?.querySelector<HTMLElement>(
    'input, select, textarea, button:not([aria-disabled=true]), a[href]',
  );
  (control ?? content)?.focus();
}
