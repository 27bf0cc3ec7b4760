import { Link, type LinkProps } from 'react-router';
import { classNames } from '#console/lib/class-names.ts';
import styles from './button.module.css';
import type { ButtonVariant } from './plain-button.tsx';

interface LinkButtonProps extends LinkProps {
  readonly variant?: ButtonVariant;
}

/** A link that looks like a button, for actions with their own page or panel. */
export function LinkButton({
  variant = 'secondary',
  className,
  children,
  ...rest
}: LinkButtonProps) {
  return (
    <Link {...rest} className={classNames(styles.button, styles[variant], className)}>
      {children}
    </Link>
  );
}
