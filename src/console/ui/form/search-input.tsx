import type { ComponentProps } from 'react';
import styles from './search-input.module.css';

interface SearchInputProps
  extends Pick<ComponentProps<'input'>, 'ref' | 'placeholder' | 'onKeyDown'> {
  /** The accessible name, and the placeholder if there is no other: "Search teams". */
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** A search field above what it filters. */
export function SearchInput({ label, onChange, ...rest }: SearchInputProps) {
  return (
    <input
      placeholder={label}
      {...rest}
      type="search"
      aria-label={label}
      autoComplete="off"
      className={styles.search}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
