import type { ReactNode } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import styles from './status-dot.module.css';

/** `normal` has no dot; `soon` needs attention; `broken` failed or is final; `off` is inactive. */
export type StatusTone = 'normal' | 'good' | 'soon' | 'broken' | 'off';

interface StatusDotProps {
  readonly tone: StatusTone;
  /** The status as a word: color is never the only indication. */
  readonly children: ReactNode;
}

export function StatusDot({ tone, children }: StatusDotProps) {
  return <span className={classNames(styles.status, styles[tone])}>{children}</span>;
}
