import { ListFilter } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#console/ui/button/button.tsx';
import { focusHeadingOnUnmount } from '#console/ui/hooks/focus-heading.ts';
import { focusFirstControl, Popover } from '#console/ui/popup/popover.tsx';
import styles from './filter-chip.module.css';
import { FilterMenuContext, focusFilterButton } from './filter-chip.tsx';

interface FilterBarProps {
  /** A search field or a summary, shown before the filters. */
  readonly search?: ReactNode;
  /** Given if any filter is set. */
  readonly onClear?: (() => void) | undefined;
  /** `FilterChip`s: the bar shows those that are set, the "Filter" button those that aren't. */
  readonly children: ReactNode;
}

export function FilterBar({ search, onClear, children }: FilterBarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div ref={focusHeadingOnUnmount} role="group" aria-label="Filters" className={styles.bar}>
      {search}
      <FilterButton>{children}</FilterButton>
      {children}
      {onClear && (
        <Button
          variant="ghost"
          size="small"
          onClick={(event) => {
            focusFilterButton(event.currentTarget);
            onClear();
          }}
        >
          Clear filters
        </Button>
      )}
    </div>
  );
}

/** Lists the filters that aren't set, and replaces the list with the form of the chosen one. */
function FilterButton({ children }: Pick<FilterBarProps, 'children'>) {
  const [chosen, setChosen] = useState<string>();
  return (
    <Popover
      label={chosen ?? 'Filter'}
      trigger={(props) => (
        <button
          type="button"
          className={styles.filter}
          {...props}
          onClick={(event) => {
            setChosen(undefined);
            props.onClick(event);
          }}
        >
          <ListFilter />
          Filter
        </button>
      )}
    >
      {(close) => (
        <FilterMenuContext value={{ chosen, onChoose: setChosen, close }}>
          {/* Mounted again when a filter is chosen, which moves the focus into its form. */}
          <div key={chosen} ref={focusFirstControl} tabIndex={-1} className={styles.choices}>
            {children}
          </div>
          <p className={styles.none}>All filters are set. Change or remove one next to “Filter”.</p>
        </FilterMenuContext>
      )}
    </Popover>
  );
}
