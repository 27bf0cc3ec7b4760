import type { ReactNode } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import styles from './button.module.css';
import { Button, type ButtonProps } from './button.tsx';

interface IconButtonProps extends Omit<ButtonProps, 'aria-label' | 'children' | 'icon'> {
  /** The accessible name and native tooltip. */
  readonly label: string;
  readonly icon: ReactNode;
}

export function IconButton({ label, className, variant = 'ghost', ...rest }: IconButtonProps) {
  return (
    <Button
      title={rest.disabledReason ? undefined : label}
      {...rest}
      variant={variant}
      aria-label={label}
      className={classNames(styles.square, className)}
    />
  );
}
