import type { ReactNode } from 'react';
import { Link, type LinkProps } from 'react-router';
import { classNames } from '#console/lib/class-names.ts';
import styles from './button.module.css';
import type { ButtonSize, ButtonVariant } from './plain-button.tsx';

interface LinkButtonProps extends LinkProps {
  readonly variant?: ButtonVariant;
  readonly size?: ButtonSize;
  readonly icon?: ReactNode;
}

/** A link that looks like a button, for actions with their own page or panel. */
export function LinkButton({
  variant = 'secondary',
  size = 'medium',
  icon,
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <Link {...rest} className={classNames(styles.button, styles[variant], styles[size], className)}>
      {icon}
      {children}
    </Link>
  );
}
