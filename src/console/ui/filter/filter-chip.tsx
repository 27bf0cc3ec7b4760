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
  /** The filter in words, "any of vip, newsletter"; left out while it is not set. */
  readonly value?: string | undefined;
  /** Takes the filter away; a filter with a default has none. */
  readonly onRemove?: (() => void) | undefined;
  /** The form of the filter; `close` when it has been applied. */
  readonly children: (close: () => void) => ReactNode;
}

/** One filter of a list: what it is set to, the form that sets it, and the way to take it off. */
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
  /** Takes all filters away; given where there is one to take. */
  readonly onClear?: (() => void) | undefined;
  /** `FilterChip`s. */
  readonly children: ReactNode;
}

/** The filters of a list in a row, and the way to be rid of them. */
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

/** Leaves the focus where the filter was: the button that takes it away goes with it. */
function focusFirstBeside({ currentTarget }: MouseEvent<HTMLButtonElement>) {
  currentTarget.parentElement?.querySelector('button')?.focus();
}
