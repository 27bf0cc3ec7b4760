import {
  type MouseEvent,
  type ToggleEvent,
  useCallback,
  useLayoutEffect,
  useRef,
  useState,
} from 'react';
import { flushSync } from 'react-dom';
import type { PopupAlign } from './position-popup.ts';
import { positionBeside } from './position-popup.ts';

export interface PopupTriggerProps {
  'aria-expanded': boolean;
  'aria-haspopup': 'menu' | 'dialog';
  onPointerDown: () => void;
  onClick: (event: MouseEvent<HTMLElement>) => void;
}

/**
 * Opens a native popover beside the pressed control. The browser handles the top layer, Esc, clicks
 * outside and restoring the focus; this adds the position and React state.
 */
export function usePopup(kind: 'menu' | 'dialog', align: PopupAlign) {
  const [open, setOpen] = useState(false);
  const anchorRef = useRef<HTMLElement>(null);
  const popupRef = useRef<HTMLDivElement>(null);
  const wasOpenAtPress = useRef(false);

  useLayoutEffect(() => {
    const popup = popupRef.current;
    const anchor = anchorRef.current;
    if (!open || !popup || !anchor) return;

    if (!popup.matches(':popover-open')) popup.showPopover();
    const position = () => positionBeside(popup, anchor, align);
    position();
    const observer = new ResizeObserver(position);
    observer.observe(popup);
    window.addEventListener('scroll', position, { capture: true, passive: true });
    window.addEventListener('resize', position);
    return () => {
      observer.disconnect();
      window.removeEventListener('scroll', position, { capture: true });
      window.removeEventListener('resize', position);
    };
  }, [open, align]);

  /** Closes the popup and restores the focus. */
  const close = useCallback(() => popupRef.current?.hidePopover(), []);

  const triggerProps: PopupTriggerProps = {
    'aria-expanded': open,
    'aria-haspopup': kind,
    // Pressing the trigger of an open popup closes it before the click event.
    onPointerDown: () => {
      wasOpenAtPress.current = open;
    },
    onClick: (event) => {
      anchorRef.current = event.currentTarget;
      if (!wasOpenAtPress.current) {
        // The browser has closed it, but not yet sent its toggle event.
        if (open) flushSync(() => setOpen(false));
        // Safari doesn't focus clicked buttons, but the focus has to return to this one.
        event.currentTarget.focus();
        setOpen(true);
      }
      wasOpenAtPress.current = false;
    },
  };

  const popupProps = {
    ref: popupRef,
    popover: 'auto' as const,
    onToggle: (event: ToggleEvent<HTMLElement>) => {
      if (event.target === popupRef.current) setOpen(event.newState === 'open');
    },
  };

  return { open, close, popupRef, triggerProps, popupProps };
}
