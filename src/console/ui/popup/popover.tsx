import { type ReactNode, useEffect } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import styles from './popover.module.css';
import popupStyles from './popup.module.css';
import type { PopupAlign } from './position-popup.ts';
import { type PopupTriggerProps, usePopup } from './use-popup.ts';

interface PopoverProps {
  /** The accessible name of what opens. */
  readonly label: string;
  readonly align?: PopupAlign;
  /** Draws the control that opens it; the props go on its button. */
  readonly trigger: (props: PopupTriggerProps) => ReactNode;
  /** The content, made only while it is open; `close` gives the focus back. */
  readonly children: (close: () => void) => ReactNode;
}

/** A small dialog beside its button that does not stop the page: a filter, say. */
export function Popover({ label, align = 'start', trigger, children }: PopoverProps) {
  const { open, close, popupRef, triggerProps, popupProps } = usePopup('dialog', align);

  useEffect(() => {
    if (!open) return;
    popupRef.current
      ?.querySelector<HTMLElement>('input, select, textarea, button, a[href]')
      ?.focus();
  }, [open, popupRef]);

  return (
    <>
      {trigger(triggerProps)}
      {open && (
        <div
          {...popupProps}
          role="dialog"
          aria-label={label}
          className={classNames(popupStyles.popup, styles.popover)}
        >
          {children(close)}
        </div>
      )}
    </>
  );
}
