import { type ComponentProps, useState } from 'react';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import { FilterChoices } from './filter-choices.tsx';
import styles from './searchable-choices.module.css';

interface SearchableChoicesProps<Value extends string>
  extends ComponentProps<typeof FilterChoices<Value>> {
  /** The name of the field: "Search actions". */
  readonly searchLabel: string;
}

/** `FilterChoices` for many options: a field that searches them, and those found. */
export function SearchableChoices<Value extends string>({
  searchLabel,
  options,
  ...choices
}: SearchableChoicesProps<Value>) {
  const [search, setSearch] = useState('');
  const words = search.trim().toLowerCase();
  const found = options.filter(({ label }) => label.toLowerCase().includes(words));
  const [first] = found;
  return (
    <>
      <SearchInput
        label={searchLabel}
        value={search}
        onChange={setSearch}
        onKeyDown={({ key }) => {
          if (key === 'Enter' && words !== '' && first) choices.onChoose(first.value);
        }}
      />
      <div className={styles.found}>
        {first ? <FilterChoices options={found} {...choices} /> : <p>No matches</p>}
      </div>
    </>
  );
}
