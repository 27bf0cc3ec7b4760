import { ChevronDown, Plus, X } from 'lucide-react';
import type { MouseEvent, ReactNode } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import { Button } from '#console/ui/button/button.tsx';
import { focusHeadingOnUnmount } from '#console/ui/hooks/focus-heading.ts';
import { Popover } from '#console/ui/popup/popover.tsx';
import styles from './filter-chip.module.css';

interface FilterChipProps {
  /** What is filtered: "Tags". */
  readonly label: string;
  /** The value as text: "any of vip, newsletter". Undefined if the filter isn't set. */
  readonly value?: string | undefined;
  /** Left out for filters that always have a value. */
  readonly onRemove?: (() => void) | undefined;
  /** The form of the filter. It calls `close` when applied. */
  readonly children: (close: () => void) => ReactNode;
}

/** A filter of a list: its value, a popover with its form, and a button that removes it. */
export function FilterChip({ label, value, onRemove, children }: FilterChipProps) {
  const isSet = value !== undefined;
  const removable = isSet && onRemove !== undefined;
  return (
    <span className={classNames(styles.chip, !isSet && styles.unset)}>
      <Popover
        label={label}
        trigger={(props) => (
          <button type="button" className={styles.button} {...props}>
            {!isSet && <Plus />}
            {label}
            {isSet && (
              <>
                {' '}
                <span className={styles.value}>{value}</span>
              </>
            )}
            {isSet && !removable && <ChevronDown />}
          </button>
        )}
      >
        {children}
      </Popover>
      {removable && (
        <button
          type="button"
          className={styles.remove}
          aria-label={`Remove the ${label} filter`}
          onClick={(event) => {
            focusFirstBeside(event);
            onRemove();
          }}
        >
          <X />
        </button>
      )}
    </span>
  );
}

interface FilterBarProps {
  /** Given if any filter is set. */
  readonly onClear?: (() => void) | undefined;
  /** `FilterChip`s. */
  readonly children: ReactNode;
}

export function FilterBar({ onClear, children }: FilterBarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div ref={focusHeadingOnUnmount} role="group" aria-label="Filters" className={styles.bar}>
      {children}
      {onClear && (
        <Button
          variant="ghost"
          size="small"
          onClick={(event) => {
            focusFirstBeside(event);
            onClear();
          }}
        >
          Clear filters
        </Button>
      )}
    </div>
  );
}

/** Moves the focus to the chip: the pressed button disappears. */
function focusFirstBeside({ currentTarget }: MouseEvent<HTMLButtonElement>) {
  currentTarget.parentElement?.querySelector('button')?.focus();
}
