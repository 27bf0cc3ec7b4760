import { ListFilter } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#console/ui/button/button.tsx';
import fieldStyles from '#console/ui/form/field.module.css';
import { focusHeadingOnUnmount } from '#console/ui/hooks/focus-heading.ts';
import { focusFirstControl, Popover } from '#console/ui/popup/popover.tsx';
import styles from './filter-chip.module.css';
import { FilterMenuContext, focusFilterButton } from './filter-chip.tsx';

interface FilterBarProps {
  /** A search field or a summary, shown before the filters. */
  readonly search?: ReactNode;
  /** Given if any filter is set. */
  readonly onClear?: (() => void) | undefined;
  /** Whether the filters that aren't set are many, and can be searched (`FilterMenu.query`). */
  readonly isSearchable?: boolean;
  /** `FilterChip`s: the bar shows those that are set, the "Filter" button those that aren't. */
  readonly children: ReactNode;
}

export function FilterBar({ search, onClear, isSearchable = false, children }: FilterBarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div ref={focusHeadingOnUnmount} role="group" aria-label="Filters" className={styles.bar}>
      {search}
      <FilterButton isSearchable={isSearchable}>{children}</FilterButton>
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
function FilterButton({
  isSearchable,
  children,
}: Pick<FilterBarProps, 'children'> & { readonly isSearchable: boolean }) {
  const [chosen, setChosen] = useState<string>();
  const [query, setQuery] = useState('');
  const isSearched = isSearchable && chosen === undefined;
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
            setQuery('');
            props.onClick(event);
          }}
        >
          <ListFilter />
          Filter
        </button>
      )}
    >
      {(close) => (
        <FilterMenuContext
          value={{ chosen, onChoose: setChosen, query: query.trim().toLowerCase(), close }}
        >
          {isSearched && <FilterSearch value={query} onChange={setQuery} />}
          {/* Mounted again when a filter is chosen, which moves the focus into its form. */}
          <div key={chosen} ref={focusFirstControl} tabIndex={-1} className={styles.choices}>
            {children}
          </div>
          <p className={styles.none}>
            {query.trim() === ''
              ? 'All filters are set. Change or remove one next to “Filter”.'
              : 'No filter or value matches.'}
          </p>
        </FilterMenuContext>
      )}
    </Popover>
  );
}

interface FilterSearchProps {
  readonly value: string;
  readonly onChange: (value: string) => void;
}

/** Finds filters, and values of them. Enter chooses the first. */
function FilterSearch({ value, onChange }: FilterSearchProps) {
  return (
    <input
      type="search"
      className={fieldStyles.control}
      aria-label="Find a filter or value"
      placeholder="Find a filter or value"
      autoComplete="off"
      value={value}
      onChange={({ target }) => onChange(target.value)}
      onKeyDown={(event) => {
        if (event.key !== 'Enter' || value.trim() === '') return;
        event.preventDefault();
        event.currentTarget.parentElement?.querySelector<HTMLElement>('button')?.click();
      }}
    />
  );
}
