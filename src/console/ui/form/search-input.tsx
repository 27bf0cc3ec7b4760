import { Search } from 'lucide-react';
import type { ComponentProps } from 'react';
import styles from './search-input.module.css';

interface SearchInputProps
  extends Pick<ComponentProps<'input'>, 'ref' | 'placeholder' | 'onKeyDown'> {
  /** The accessible name, and the placeholder if there is no other: "Search teams". */
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

export function SearchInput({ label, onChange, ...rest }: SearchInputProps) {
  return (
    <div className={styles.search}>
      <Search aria-hidden="true" />
      <input
        placeholder={label}
        {...rest}
        type="search"
        aria-label={label}
        autoComplete="off"
        spellCheck={false}
        maxLength={200}
        onChange={({ target }) => onChange(target.value)}
      />
    </div>
  );
}
