import type { ComponentProps } from 'react';
import { classNames } from '#console/lib/class-names.ts';
import styles from './search-input.module.css';

interface SearchInputProps
  extends Pick<ComponentProps<'input'>, 'className' | 'placeholder' | 'onKeyDown'> {
  /** The accessible name, and the placeholder if there is no other: "Search teams". */
  readonly label: string;
  readonly value: string;
  readonly onChange: (text: string) => void;
}

/** A search field above what it filters. */
export function SearchInput({ label, className, onChange, ...rest }: SearchInputProps) {
  return (
    <input
      placeholder={label}
      {...rest}
      type="search"
      aria-label={label}
      autoComplete="off"
      className={classNames(styles.search, className)}
      onChange={({ target }) => onChange(target.value)}
    />
  );
}
