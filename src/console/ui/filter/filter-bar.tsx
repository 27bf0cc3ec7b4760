import { ListFilter } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Button } from '#console/ui/button/button.tsx';
import fieldStyles from '#console/ui/form/field.module.css';
import { focusHeadingOnUnmount } from '#console/ui/hooks/focus-heading.ts';
import type { StoredPreference } from '#console/ui/hooks/stored-preference.ts';
import { focusFirstControl, Popover } from '#console/ui/popup/popover.tsx';
import styles from './filter-chip.module.css';
import { FilterGroup, FilterMenuContext, focusFilterButton } from './filter-chip.tsx';

interface FilterBarProps {
  /** A search field or a summary, shown before the filters. */
  readonly search?: ReactNode;
  /** Given if any filter is set. */
  readonly onClear?: (() => void) | undefined;
  /** Whether the filters that aren't set are many, and can be searched (`FilterMenu.query`). */
  readonly isSearchable?: boolean;
  /** Where the filters that were used lately are stored; left out for a bar with few filters. */
  readonly recent?: StoredPreference;
  /** `FilterChip`s: the bar shows those that are set, the "Filter" button those that aren't. */
  readonly children: ReactNode;
}

export function FilterBar({ search, onClear, children, ...button }: FilterBarProps) {
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset is for a form's fields
    <div ref={focusHeadingOnUnmount} role="group" aria-label="Filters" className={styles.bar}>
      {search}
      <FilterButton {...button}>{children}</FilterButton>
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
  isSearchable = false,
  recent,
  children,
}: Pick<FilterBarProps, 'children' | 'isSearchable' | 'recent'>) {
  const [chosen, setChosen] = useState<string>();
  const [recentLabels, setRecentLabels] = useState<readonly string[]>([]);
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
            setRecentLabels(recent ? readRecent(recent) : []);
            setQuery('');
            props.onClick(event);
          }}
        >
          <ListFilter />
          Filter
        </button>
      )}
    >
      {(close) => {
        const menu = {
          ...{ chosen, query: query.trim().toLowerCase(), recent: recentLabels, close },
          isRecentPart: false,
          onChoose: (label: string) => {
            if (recent) addRecent(recent, label);
            setChosen(label);
          },
        };
        return (
          <>
            {isSearched && <FilterSearch value={query} onChange={setQuery} />}
            {/* Mounted again when a filter is chosen, which moves the focus into its form. */}
            <div key={chosen} ref={focusFirstControl} tabIndex={-1} className={styles.choices}>
              {chosen === undefined && menu.query === '' && recentLabels.length > 0 && (
                <FilterMenuContext value={menu}>
                  <FilterGroup label="Recently used">
                    <FilterMenuContext value={{ ...menu, isRecentPart: true }}>
                      {children}
                    </FilterMenuContext>
                  </FilterGroup>
                </FilterMenuContext>
              )}
              <FilterMenuContext value={menu}>{children}</FilterMenuContext>
            </div>
            <p className={styles.none}>
              {menu.query === ''
                ? 'All filters are set. Change or remove one next to “Filter”.'
                : 'No filter or value matches.'}
            </p>
          </>
        );
      }}
    </Popover>
  );
}

const RECENT_MAX = 4;

const readRecent = (recent: StoredPreference) =>
  (recent.read() ?? '').split(',').filter((label) => label !== '');

function addRecent(recent: StoredPreference, label: string) {
  const others = readRecent(recent).filter((each) => each !== label);
  recent.write([label, ...others].slice(0, RECENT_MAX).join(','));
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
