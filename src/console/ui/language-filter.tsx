import type { FormEvent } from 'react';
import { Button } from './button.tsx';
import { FilterChip } from './filter-chip.tsx';
import styles from './language-filter.module.css';
import { TextField } from './text-field.tsx';

interface LanguageFilterProps {
  readonly value: string | undefined;
  readonly onChange: (language: string | undefined) => void;
}

/**
 * The store language in which a program's names and texts are shown, beside the filters of a list or
 * over what was opened from it; the API does not tell which languages there are.
 */
export function LanguageFilter({ value, onChange }: LanguageFilterProps) {
  return (
    <FilterChip label="Language" value={value} onRemove={() => onChange(undefined)}>
      {(close) => {
        function handleSubmit(event: FormEvent<HTMLFormElement>) {
          event.preventDefault();
          const typed = String(new FormData(event.currentTarget).get('language') ?? '').trim();
          close();
          onChange(typed || undefined);
        }
        return (
          <form className={styles.form} onSubmit={handleSubmit}>
            <TextField
              name="language"
              label="Store language"
              hint="As the program names it: Deutsch, say. Where it has no text, the default one is shown."
              defaultValue={value}
              autoComplete="off"
            />
            <Button type="submit" variant="primary" size="small">
              Apply
            </Button>
          </form>
        );
      }}
    </FilterChip>
  );
}
