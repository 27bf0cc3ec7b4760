import type { ReactNode } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import styles from './badge.module.css';

interface BadgeProps {
  readonly tone?: 'accent' | 'amber' | 'red' | 'neutral';
  /** For counts and chips. */
  readonly round?: boolean;
  readonly children: ReactNode;
}

/** Marks one item of several ("Default"), or shows a count that needs attention. */
export function Badge({ tone = 'accent', round = false, children }: BadgeProps) {
  return (
    <span className={classNames(styles.badge, styles[tone], round && styles.round)}>
      {children}
    </span>
  );
}
