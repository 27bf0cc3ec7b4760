import type { ComponentProps } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import styles from './button.module.css';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger';
export type ButtonSize = 'small' | 'medium' | 'large';

export interface PlainButtonProps extends Omit<ComponentProps<'button'>, 'disabled'> {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
}

/** A button that is always enabled. The shell uses it, because it needs no code for tooltips. */
export function PlainButton({
  variant = 'secondary',
  size = 'medium',
  className,
  ...rest
}: PlainButtonProps) {
  return (
    <button
      type="button"
      {...rest}
      className={classNames(styles.button, styles[variant], styles[size], className)}
    />
  );
}
