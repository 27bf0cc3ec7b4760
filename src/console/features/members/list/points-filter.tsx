import { useState } from 'react';
import { formatPointsRange, type PointsRange } from '#console/shared/members/filter-labels.ts';
import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { FilterForm } from '#console/ui/filter/filter-form.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';

interface PointsFilterProps {
  readonly value: PointsRange | undefined;
  readonly onChange: (points: PointsRange | undefined) => void;
}

/** Filters by available points. */
export function PointsFilter({ value, onChange }: PointsFilterProps) {
  return (
    <FilterChip
      label="Points"
      value={value && formatPointsRange(value)}
      onRemove={() => onChange(undefined)}
    >
      {(close) => (
        <PointsForm
          value={value}
          onApply={(points) => {
            close();
            onChange(points);
          }}
        />
      )}
    </FilterChip>
  );
}

interface PointsFormProps {
  readonly value: PointsRange | undefined;
  readonly onApply: (points: PointsRange | undefined) => void;
}

function PointsForm({ value, onApply }: PointsFormProps) {
  const [error, setError] = useState<string>();

  function apply(fields: FormData) {
    const [min, max] = ['min', 'max'].map((name) => parsePoints(String(fields.get(name) ?? '')));
    if (min === null || max === null) return setError('Enter a whole number such as 500.');
    if (min !== undefined && max !== undefined && min > max) {
      return setError('Enter a number that is at least the first one.');
    }
    onApply(min === undefined && max === undefined ? undefined : { min, max });
  }

  return (
    <FilterForm onApply={apply}>
      <TextField name="min" label="At least" inputMode="numeric" defaultValue={value?.min} />
      <TextField
        name="max"
        label="At most"
        inputMode="numeric"
        defaultValue={value?.max}
        error={error}
      />
    </FilterForm>
  );
}

/** @returns undefined for an empty field, null if it isn't a number */
function parsePoints(text: string): number | undefined | null {
  const digits = text.replace(/[\s,]/g, '');
  if (digits === '') return undefined;
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}
