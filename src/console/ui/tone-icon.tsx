import type { ReactNode } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import styles from './tone-icon.module.css';

interface ToneIconProps {
  /** `amber` for warnings, `red` for failures. */
  readonly tone?: 'amber' | 'red' | 'success' | undefined;
  readonly size?: 'small' | 'normal' | 'large';
  readonly children: ReactNode;
}

export function ToneIcon({ tone, size = 'normal', children }: ToneIconProps) {
  return (
    <span className={classNames(styles.icon, styles[size])} data-tone={tone}>
      {children}
    </span>
  );
}
