import { X } from 'lucide-react';
import type { ReactNode } from 'react';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { IconButton } from '#console/ui/button/icon-button.tsx';
import { focusHeadingOnUnmount } from '#console/ui/hooks/focus-heading.ts';
import styles from './selection-bar.module.css';

interface SelectionBarProps {
  /** How many rows are selected. */
  readonly count: number;
  readonly onClear: () => void;
  /** The buttons for what can be done with the selected rows. */
  readonly actions: ReactNode;
  /** About the selection itself: "Select all 120 matching". */
  readonly children?: ReactNode;
}

export function SelectionBar({ count, onClear, actions, children }: SelectionBarProps) {
  return (
    <div className={styles.bar} data-open={count > 0 || undefined}>
      {/* Always there, so that screen readers announce the first selection too. */}
      <p role="status" className={styles.count}>
        {count > 0 && `${formatNumber(count)} selected`}
      </p>
      {count > 0 && (
        <div ref={focusHeadingOnUnmount} className={styles.controls}>
          {children}
          <IconButton size="small" label="Clear selection" icon={<X />} onClick={onClear} />
          <span className={styles.actions}>{actions}</span>
        </div>
      )}
    </div>
  );
}
