import { useRef, useState } from 'react';
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

const FIELDS = [
  { name: 'min', label: 'At least' },
  { name: 'max', label: 'At most' },
] as const;

function PointsForm({ value, onApply }: PointsFormProps) {
  const [error, setError] = useState<{ field: keyof PointsRange; message: string }>();
  const inputs = {
    min: useRef<HTMLInputElement>(null),
    max: useRef<HTMLInputElement>(null),
  };

  function fail(field: keyof PointsRange, message: string) {
    setError({ field, message });
    inputs[field].current?.focus();
  }
  function apply(fields: FormData) {
    const [min, max] = ['min', 'max'].map((name) => parsePoints(String(fields.get(name) ?? '')));
    if (min === null || max === null) {
      return fail(min === null ? 'min' : 'max', 'Enter a whole number such as 500.');
    }
    if (min !== undefined && max !== undefined && min > max) {
      return fail('max', "“At most” can't be less than “At least”.");
    }
    onApply(min === undefined && max === undefined ? undefined : { min, max });
  }

  return (
    <FilterForm onApply={apply}>
      {FIELDS.map(({ name, label }) => (
        <TextField
          key={name}
          ref={inputs[name]}
          name={name}
          label={label}
          inputMode="numeric"
          defaultValue={value?.[name]}
          error={error?.field === name ? error.message : undefined}
        />
      ))}
    </FilterForm>
  );
}

/** @returns undefined for an empty field, null if it isn't a number */
function parsePoints(text: string): number | undefined | null {
  const digits = text.replace(/[\s,]/g, '');
  if (digits === '') return undefined;
  return /^\d{1,15}$/.test(digits) ? Number(digits) : null;
}
