import { useDeferredValue, useEffect, useState } from 'react';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import styles from './search-field.module.css';

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  readonly value: string | undefined;
  /** @param text undefined for no search */
  readonly onChange: (text: string | undefined) => void;
}

/** Filters while typing; the URL follows when typing pauses. */
export function SearchField({ label, placeholder, value = '', onChange }: SearchFieldProps) {
  const [typed, setTyped] = useState({ text: value, from: value });
  // Back, forward and "Clear filters" change the value from outside.
  if (typed.from !== value) {
    setTyped({ text: typed.text.trim() === value ? typed.text : value, from: value });
  }
  const settled = useDeferredValue(typed.text);
  useEffect(() => {
    const text = settled.trim();
    if (text === value) return;
    const timer = setTimeout(() => onChange(text === '' ? undefined : text), 150);
    return () => clearTimeout(timer);
  });
  return (
    <div className={styles.search}>
      <SearchInput
        label={label}
        placeholder={placeholder}
        value={typed.text}
        onChange={(text) => setTyped({ text, from: value })}
      />
    </div>
  );
}

interface ListSearchProps extends Pick<SearchFieldProps, 'value' | 'onChange'> {
  /** What the list holds, in the plural: "boards". */
  readonly what: string;
  /** What is searched: "name or subject". */
  readonly fields: string;
  /** Given if the list has more rows than are searched. */
  readonly searchedRows: number | undefined;
}

/** Search in a list that the console filters itself. */
export function ListSearch({ what, fields, searchedRows, ...field }: ListSearchProps) {
  return (
    <div className={styles.list}>
      <SearchField label={`Search ${what}`} placeholder={`Search by ${fields}`} {...field} />
      {searchedRows !== undefined && (
        <p>
          Only the first {formatNumber(searchedRows)} {what} are searched.
        </p>
      )}
    </div>
  );
}
