import type { FormEvent } from 'react';
import { Button } from '#console/ui/button.tsx';
import { TextField } from '#console/ui/text-field.tsx';
import { filterValues, joinFilterValues } from './accounts-search.ts';
import styles from './filter-form.module.css';

interface TextFilterProps {
  readonly label: string;
  readonly value: string | undefined;
  /** @param value undefined takes the filter away */
  readonly onApply: (value: string | undefined) => void;
  readonly onClose: () => void;
}

/** A filter by exact values that are typed. */
export function TextFilter({ label, value, onApply, onClose }: TextFilterProps) {
  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const typed = String(new FormData(event.currentTarget).get('value') ?? '');
    onClose();
    onApply(joinFilterValues(filterValues(typed)));
  }
  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <TextField
        name="value"
        label={`${label} is`}
        hint="The whole value; several with commas"
        defaultValue={value}
        autoComplete="off"
      />
      <Button type="submit" variant="primary" size="small">
        Apply
      </Button>
    </form>
  );
}
