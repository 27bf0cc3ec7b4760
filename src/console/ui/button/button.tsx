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
  /** Shown before the label at 16 px. */
  readonly icon?: ReactNode;
  /** Shows a spinner instead of the icon and ignores clicks. */
  readonly loading?: boolean;
  /**
   * Disables the button and says why, in its description and tooltip. The button stays focusable.
   */
  readonly disabledReason?: string | undefined;
}

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
  const isOff = loading || disabledReason !== undefined;

  function handleClick(event: MouseEvent<HTMLButtonElement>) {
    // aria-disabled alone prevents neither clicks nor form submission.
    if (isOff) event.preventDefault();
    else onClick?.(event);
  }

  return (
    <>
      <button
        type="button"
        {...rest}
        {...tooltip.triggerProps}
        className={classNames(styles.button, styles[variant], styles[size], className)}
        aria-disabled={isOff || undefined}
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
