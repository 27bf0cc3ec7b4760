import type { FormEvent, ReactNode } from 'react';
import { Button } from '#console/ui/button/button.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import styles from './filter-form.module.css';

interface FilterFormProps {
  readonly onApply: (fields: FormData) => void;
  readonly children: ReactNode;
}

export function FilterForm({ onApply, children }: FilterFormProps) {
  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    onApply(new FormData(event.currentTarget));
  }
  return (
    <form noValidate className={styles.form} onSubmit={handleSubmit}>
      {children}
      <Button type="submit" variant="primary">
        Apply
      </Button>
    </form>
  );
}

interface TextFilterFormProps {
  readonly label: string;
  readonly hint: string;
  readonly value: string | undefined;
  /** @param text undefined if the field is empty: remove the filter */
  readonly onApply: (text: string | undefined) => void;
}

export function TextFilterForm({ label, hint, value, onApply }: TextFilterFormProps) {
  return (
    <FilterForm onApply={(fields) => onApply(String(fields.get('text') ?? '').trim() || undefined)}>
      <TextField name="text" label={label} hint={hint} defaultValue={value} autoComplete="off" />
    </FilterForm>
  );
}
