import type { FormEvent } from 'react';
import { Button } from '#console/ui/button.tsx';
import { filterValues, joinFilterValues } from './accounts-search.ts';
import styles from './filter-form.module.css';

interface ChoiceFilterProps {
  readonly label: string;
  readonly options: readonly { readonly value: string; readonly label: string }[];
  readonly value: string | undefined;
  /** @param value undefined takes the filter away */
  readonly onApply: (value: string | undefined) => void;
  readonly onClose: () => void;
}

/** A filter by any of some known values. */
export function ChoiceFilter({ label, options, value, onApply, onClose }: ChoiceFilterProps) {
  const chosen = filterValues(value);
  const known = options.map((option) => option.value);
  // What stands in the address without being known here stays chosen.
  const others = chosen.filter((item) => !known.includes(item));

  function handleSubmit(event: FormEvent<HTMLFormElement>) {
    event.preventDefault();
    const checked = new FormData(event.currentTarget).getAll('value').map(String);
    onClose();
    onApply(joinFilterValues(checked));
  }
  return (
    <form className={styles.form} onSubmit={handleSubmit}>
      <fieldset className={styles.choices}>
        <legend className={styles.legend}>{label} is any of</legend>
        {[...options, ...others.map((item) => ({ value: item, label: item }))].map((option) => (
          <label key={option.value} className={styles.choice}>
            <input
              type="checkbox"
              name="value"
              value={option.value}
              defaultChecked={chosen.includes(option.value)}
            />
            {option.label}
          </label>
        ))}
      </fieldset>
      <Button type="submit" variant="primary" size="small">
        Apply
      </Button>
    </form>
  );
}
