import type { FormEvent } from 'react';
import { Button } from '#console/ui/button.tsx';
import { FilterBar, FilterChip } from '#console/ui/filter-chip.tsx';
import { TextField } from '#console/ui/text-field.tsx';
import styles from './language-filter.module.css';

interface LanguageFilterProps {
  readonly value: string | undefined;
  readonly onChange: (language: string | undefined) => void;
}

/** The store language in which names and texts are shown; the API does not tell which there are. */
export function LanguageFilter({ value, onChange }: LanguageFilterProps) {
  return (
    <FilterBar>
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
    </FilterBar>
  );
}
