import { useRef, useState } from 'react';
import { parseNumber, parseWholeNumber } from '#console/lib/format/parse-number.ts';
import type { MembersFilter } from '#console/shared/loyalty/filter/members-filter.ts';
import {
  formatNumberRange,
  type NumberRange,
  RANGE_LABELS,
  type RangeField,
  rangeOf,
} from '#console/shared/members/filter-labels.ts';
import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { FilterForm } from '#console/ui/filter/filter-form.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';

interface NumberRangeFilterProps {
  readonly field: RangeField;
  readonly filter: MembersFilter;
  readonly onChange: (changes: MembersFilter) => void;
}

/** Filters by a number: at least, at most, or both. */
export function NumberRangeFilter({ field, filter, onChange }: NumberRangeFilterProps) {
  const value = rangeOf(filter, field);
  const apply = (range?: NumberRange) =>
    onChange({ [`${field}_min`]: range?.min, [`${field}_max`]: range?.max });
  return (
    <FilterChip
      label={RANGE_LABELS[field]}
      value={value && formatNumberRange(value)}
      onRemove={() => apply()}
    >
      {(close) => (
        <NumberRangeForm
          hasDecimals={field === 'revenue'}
          value={value}
          onApply={(range) => {
            close();
            apply(range);
          }}
        />
      )}
    </FilterChip>
  );
}

interface NumberRangeFormProps {
  /** Whether it can have decimals and be negative. */
  readonly hasDecimals?: boolean;
  readonly value: NumberRange | undefined;
  readonly onApply: (range: NumberRange | undefined) => void;
}

const FIELDS = [
  { name: 'min', label: 'At least' },
  { name: 'max', label: 'At most' },
] as const;

export function NumberRangeForm({ hasDecimals = false, value, onApply }: NumberRangeFormProps) {
  const [error, setError] = useState<{ field: keyof NumberRange; message: string }>();
  const inputs = {
    min: useRef<HTMLInputElement>(null),
    max: useRef<HTMLInputElement>(null),
  };

  function fail(field: keyof NumberRange, message: string) {
    setError({ field, message });
    inputs[field].current?.focus();
  }
  function apply(fields: FormData) {
    const [min, max] = ['min', 'max'].map((name) =>
      parseField(String(fields.get(name) ?? ''), hasDecimals),
    );
    if (min === null || max === null) {
      return fail(
        min === null ? 'min' : 'max',
        hasDecimals ? 'Enter a number such as 12.5.' : 'Enter a whole number such as 500.',
      );
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
          inputMode={hasDecimals ? 'decimal' : 'numeric'}
          defaultValue={value?.[name]}
          error={error?.field === name ? error.message : undefined}
        />
      ))}
    </FilterForm>
  );
}

/** @returns undefined for an empty field, null if it isn't such a number */
function parseField(text: string, hasDecimals: boolean): number | undefined | null {
  if (text.trim() === '') return undefined;
  const value = hasDecimals ? parseNumber(text) : parseWholeNumber(text);
  if (value === undefined || Math.abs(value) >= 1e15) return null;
  return value < 0 && !hasDecimals ? null : value;
}
