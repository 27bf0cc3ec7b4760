import { type ComponentProps, type KeyboardEvent, useEffect, useId, useRef } from 'react';
import { positionBeside } from './position-popup.ts';
import styles from './tooltip.module.css';

/** Delay before showing on hover, and before hiding. */
const HOVER_DELAY_MS = 250;

type Handlers = Pick<
  ComponentProps<'button'>,
  'aria-describedby' | 'onPointerEnter' | 'onPointerLeave' | 'onFocus' | 'onBlur' | 'onKeyDown'
>;

/**
 * A tooltip that describes a control: shown on hover, keyboard focus and tap, hoverable, and closed by
 * Esc (WCAG 1.4.13). Screen readers get it as the control's description.
 *
 * @param text undefined for no tooltip
 * @param own the control's own handlers, which are still called
 * @returns props for the control, and the element to render after it
 */
export function useTooltip(text: string | undefined, own: Handlers) {
  const id = useId();
  const tooltipRef = useRef<HTMLSpanElement>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  useEffect(() => () => clearTimeout(timer.current), []);

  if (text === undefined) return { triggerProps: {}, element: null };

  const isOpen = () => tooltipRef.current?.matches(':popover-open') ?? false;
  function show(anchor: HTMLElement) {
    clearTimeout(timer.current);
    const tooltip = tooltipRef.current;
    if (!tooltip || isOpen()) return;
    tooltip.showPopover();
    positionBeside(tooltip, anchor, 'center');
  }
  function hide() {
    clearTimeout(timer.current);
    if (isOpen()) tooltipRef.current?.hidePopover();
  }
  function later(action: () => void) {
    clearTimeout(timer.current);
    timer.current = setTimeout(action, HOVER_DELAY_MS);
  }

  const triggerProps: Handlers = {
    'aria-describedby': [own['aria-describedby'], id].filter(Boolean).join(' '),
    onPointerEnter: (event) => {
      own.onPointerEnter?.(event);
      const anchor = event.currentTarget;
      if (event.pointerType === 'mouse') later(() => show(anchor));
      else show(anchor);
    },
    onPointerLeave: (event) => {
      own.onPointerLeave?.(event);
      if (event.pointerType === 'mouse') later(hide);
    },
    onFocus: (event) => {
      own.onFocus?.(event);
      if (event.currentTarget.matches(':focus-visible')) show(event.currentTarget);
    },
    onBlur: (event) => {
      own.onBlur?.(event);
      hide();
    },
    onKeyDown: (event: KeyboardEvent<HTMLButtonElement>) => {
      own.onKeyDown?.(event);
      if (event.key !== 'Escape' || !isOpen()) return;
      // Don't close a dialog around the control.
      event.preventDefault();
      event.stopPropagation();
      hide();
    },
  };

  const element = (
    <span
      ref={tooltipRef}
      id={id}
      role="tooltip"
      popover="manual"
      className={styles.tooltip}
      onPointerEnter={() => clearTimeout(timer.current)}
      onPointerLeave={() => later(hide)}
    >
      {text}
    </span>
  );
  return { triggerProps, element };
}
