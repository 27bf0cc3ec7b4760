import { useRef, useState } from 'react';
import { DATE_OPERATOR_LABELS, formatDateFilter } from '#console/shared/members/filter-labels.ts';
import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { FilterForm } from '#console/ui/filter/filter-form.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { DATE_OPERATORS, type DateSelection } from '#contract/loyalty/members/member-filters.ts';

interface DateFilterProps {
  readonly label: string;
  readonly value: DateSelection | undefined;
  readonly onChange: (dates: DateSelection | undefined) => void;
}

/** Filters by a day or a range of days, in UTC like the API. */
export function DateFilter({ label, value, onChange }: DateFilterProps) {
  return (
    <FilterChip
      label={label}
      value={value && formatDateFilter(value)}
      onRemove={() => onChange(undefined)}
    >
      {(close) => (
        <DateForm
          label={label}
          value={value}
          onApply={(dates) => {
            close();
            onChange(dates);
          }}
        />
      )}
    </FilterChip>
  );
}

interface DateFormProps {
  readonly label: string;
  readonly value: DateSelection | undefined;
  readonly onApply: (dates: DateSelection) => void;
}

function DateForm({ label, value, onApply }: DateFormProps) {
  const [operator, setOperator] = useState(value?.operator ?? 'gte');
  const [first, setFirst] = useState(value?.first ?? '');
  const [last, setLast] = useState(value?.last ?? '');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const firstRef = useRef<HTMLInputElement>(null);
  const lastRef = useRef<HTMLInputElement>(null);
  const isRange = operator === 'between';
  const error =
    first === '' || (isRange && last === '')
      ? 'Choose a day'
      : isRange && last < first
        ? 'The last day must be on or after the first'
        : undefined;

  function apply() {
    setIsSubmitted(true);
    if (error === undefined) onApply({ operator, first, last: isRange ? last : first });
    else (isFirstWrong ? firstRef : lastRef).current?.focus();
  }

  const isFirstWrong = first === '' || !isRange;
  return (
    <FilterForm onApply={apply}>
      <SelectField
        label={label}
        value={operator}
        onChange={({ target }) =>
          setOperator(DATE_OPERATORS.find((known) => known === target.value) ?? 'gte')
        }
      >
        {DATE_OPERATORS.map((choice) => (
          <option key={choice} value={choice}>
            {DATE_OPERATOR_LABELS[choice]}
          </option>
        ))}
      </SelectField>
      <TextField
        type="date"
        label={isRange ? 'First day' : 'Day'}
        max="9999-12-31"
        ref={firstRef}
        error={isSubmitted && isFirstWrong ? error : undefined}
        hint={isRange ? undefined : 'Whole days in UTC, like the dates in the list.'}
        value={first}
        onChange={({ target }) => setFirst(target.value)}
      />
      {isRange && (
        <TextField
          type="date"
          label="Last day"
          max="9999-12-31"
          ref={lastRef}
          error={isSubmitted && !isFirstWrong ? error : undefined}
          hint="Whole days in UTC, both included."
          value={last}
          onChange={({ target }) => setLast(target.value)}
        />
      )}
    </FilterForm>
  );
}
