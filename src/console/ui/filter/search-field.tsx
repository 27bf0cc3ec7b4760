import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useLocation } from 'react-router';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { SearchInput } from '#console/ui/form/search-input.tsx';
import { focusFirstRow, useRowArrows } from '#console/ui/hooks/use-row-keys.ts';
import { useShortcut } from '#console/ui/hooks/use-shortcut.ts';
import styles from './search-field.module.css';

/** Between the last key and the navigation. */
const PAUSE_MS = 200;

interface SearchFieldProps {
  readonly label: string;
  readonly placeholder: string;
  /** Other texts, such as too short ones, are no search. */
  readonly isSearchable?: (text: string) => boolean;
  readonly value: string | undefined;
  /** @param text undefined for no search */
  readonly onChange: (text: string | undefined) => void;
}

/** The search of a list, also on "/". Filters while typing; the URL follows when typing pauses. */
export function SearchField(props: SearchFieldProps) {
  const { label, placeholder, isSearchable, value = '', onChange } = props;
  const [text, setText] = useState(value);
  const { key } = useLocation();
  const [known, setKnown] = useState({ value, key });
  // Searches that aren't in the URL yet. The user may type more before they are.
  const [sent, setSent] = useState<readonly string[]>([]);
  if (value !== known.value || key !== known.key) {
    setKnown({ value, key });
    const arrived = sent.indexOf(value);
    // Another navigation replaces one that hasn't arrived: the text is sent again then.
    setSent(arrived < 0 ? [] : sent.slice(arrived + 1));
    // Changed from elsewhere, by Back, Forward or "Clear filters".
    if (arrived < 0 && value !== known.value) setText(value);
  }
  const field = useRef<HTMLInputElement>(null);
  useShortcut(['/'], () => field.current?.focus());
  useRowArrows();
  const send = useEffectEvent((typed: string) => {
    const trimmed = typed.trim();
    const search = isSearchable?.(trimmed) === false ? '' : trimmed;
    if (search === (sent.at(-1) ?? value)) return;
    setSent([...sent, search]);
    onChange(search === '' ? undefined : search);
  });
  // biome-ignore lint/correctness/useExhaustiveDependencies: after another navigation, too
  useEffect(() => {
    const timer = setTimeout(() => send(text), PAUSE_MS);
    return () => clearTimeout(timer);
  }, [text, key]);
  return (
    <div className={styles.search}>
      <SearchInput
        ref={field}
        label={label}
        placeholder={placeholder}
        value={text}
        onChange={setText}
        onKeyDown={(event) => {
          if (event.key !== 'ArrowDown') return;
          event.preventDefault();
          focusFirstRow();
        }}
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
