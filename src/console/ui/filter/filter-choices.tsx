import { Check } from 'lucide-react';
import { useState } from 'react';
import styles from './filter-choices.module.css';

interface FilterChoicesProps<Value extends string> {
  readonly options: readonly { readonly value: Value; readonly label: string }[];
  readonly value: Value | undefined;
  readonly onChoose: (value: Value) => void;
  /** For many options: the name of a field that searches them, such as "Search actions". */
  readonly searchLabel?: string;
}

/** A filter form with fixed options. Choosing one applies it. */
export function FilterChoices<Value extends string>({
  options,
  value,
  onChoose,
  searchLabel,
}: FilterChoicesProps<Value>) {
  const [search, setSearch] = useState('');
  const words = search.trim().toLowerCase();
  const found = options.filter(({ label }) => label.toLowerCase().includes(words));
  const [first] = found;
  const choices = found.map((option) => (
    <button
      key={option.value}
      type="button"
      aria-pressed={option.value === value}
      className={styles.choice}
      onClick={() => onChoose(option.value)}
    >
      {option.label}
      {option.value === value && <Check aria-hidden="true" />}
    </button>
  ));
  if (searchLabel === undefined) return choices;
  return (
    <>
      <input
        type="search"
        aria-label={searchLabel}
        placeholder={searchLabel}
        autoComplete="off"
        className={styles.search}
        value={search}
        onChange={({ target }) => setSearch(target.value)}
        onKeyDown={({ key }) => {
          if (key === 'Enter' && words !== '' && first) onChoose(first.value);
        }}
      />
      <div className={styles.found}>{first ? choices : <p>No matches</p>}</div>
    </>
  );
}
