import type { ComponentProps, MouseEvent, ReactNode } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import { useTooltip } from '#console/ui/popup/use-tooltip.tsx';
import { Spinner } from '#console/ui/spinner.tsx';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

export interface ButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  /** Stands before the label; it is drawn at 16 px and hidden from screen readers. */
  readonly icon?: ReactNode;
  /** The act is under way: a spinner takes the icon's place and clicks do nothing. */
  readonly loading?: boolean;
  /**
   * Why the button is off: the scope, the state or the rule. It stays reachable, and the reason is
   * its description and its tooltip.
   */
  readonly disabledReason?: string | undefined;
}

/** A push button. Its `type` is "button" unless it says otherwise. */
export function Button({
  variant = 'secondary',
  size = 'medium',
  icon,
  loading = false,
  disabledReason,
  className,
  onClick,
  children,
  ...rest
}: ButtonProps) {
  const tooltip = useTooltip(disabledReason, rest);
  const off = loading || disabledReason !== undefined;

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    // aria-disabled stops nothing by itself, neither the click nor the form's submission.
    if (off) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <>
      <button
        type="button"
        {...rest}
        {...tooltip.triggerProps}
        className={classNames(styles.button, styles[variant], styles[size], className)}
        aria-disabled={off || undefined}
        aria-busy={loading || undefined}
        onClick={handleClick}
      >
        {loading ? <Spinner /> : icon}
        {children}
      </button>
      {tooltip.element}
    </>
  );
}
