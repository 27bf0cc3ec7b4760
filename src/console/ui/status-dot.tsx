import type { ReactNode } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import styles from './status-dot.module.css';

/** `good` works; `soon` wants something; `broken` fails or is final; `off` takes no part. */
export type StatusTone = 'good' | 'soon' | 'broken' | 'off';

interface StatusDotProps {
  readonly tone: StatusTone;
  /** The status in a word: the colour never stands alone. */
  readonly children: ReactNode;
}

/** A status: a dot and a word. */
export function StatusDot({ tone, children }: StatusDotProps) {
  return <span className={classNames(styles.status, styles[tone])}>{children}</span>;
}
