import { useRef, useState } from 'react';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { parseWholeNumber } from '#console/lib/format/parse-number.ts';
import { DATE_OPERATOR_LABELS, formatDateFilter } from '#console/shared/members/filter-labels.ts';
import { type MemberDates, RECENT_DAYS_MAX } from '#console/shared/members/member-dates.ts';
import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { FilterForm } from '#console/ui/filter/filter-form.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { DATE_OPERATORS } from '#contract/loyalty/members/member-filters.ts';

interface DateFilterProps {
  readonly label: string;
  readonly value: MemberDates | undefined;
  readonly onChange: (dates: MemberDates | undefined) => void;
}

/** Filters by recent days, a day or a range of days, in UTC like the API. */
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

const OPERATORS = ['last', ...DATE_OPERATORS] as const;

interface DateFormProps {
  readonly label: string;
  readonly value: MemberDates | undefined;
  readonly onApply: (dates: MemberDates) => void;
}

function DateForm({ label, value, onApply }: DateFormProps) {
  const fixed = value?.operator === 'last' ? undefined : value;
  const [operator, setOperator] = useState(value?.operator ?? 'gte');
  const [days, setDays] = useState(value?.operator === 'last' ? String(value.days) : '30');
  const [first, setFirst] = useState(fixed?.first ?? '');
  const [last, setLast] = useState(fixed?.last ?? '');
  const [isSubmitted, setIsSubmitted] = useState(false);
  const firstRef = useRef<HTMLInputElement>(null);
  const lastRef = useRef<HTMLInputElement>(null);
  const isRange = operator === 'between';
  const error =
    operator === 'last'
      ? daysError(days)
      : first === '' || (isRange && last === '')
        ? 'Choose a day'
        : isRange && last < first
          ? 'The last day must be on or after the first'
          : undefined;

  function apply() {
    setIsSubmitted(true);
    if (error !== undefined) (isFirstWrong ? firstRef : lastRef).current?.focus();
    else if (operator === 'last') onApply({ operator, days: parseWholeNumber(days) ?? 0 });
    else onApply({ operator, first, last: isRange ? last : first });
  }

  const isFirstWrong = first === '' || !isRange;
  return (
    <FilterForm onApply={apply}>
      <SelectField
        label={label}
        value={operator}
        onChange={({ target }) =>
          setOperator(OPERATORS.find((known) => known === target.value) ?? 'gte')
        }
      >
        {OPERATORS.map((choice) => (
          <option key={choice} value={choice}>
            {DATE_OPERATOR_LABELS[choice]}
          </option>
        ))}
      </SelectField>
      {operator === 'last' ? (
        <TextField
          label="Days"
          inputMode="numeric"
          ref={firstRef}
          error={isSubmitted ? error : undefined}
          hint="Up to and including today. Whole days in UTC, like the dates in the list."
          value={days}
          onChange={({ target }) => setDays(target.value)}
        />
      ) : (
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
      )}
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

function daysError(text: string): string | undefined {
  const count = parseWholeNumber(text) ?? 0;
  return count >= 1 && count <= RECENT_DAYS_MAX
    ? undefined
    : `Enter a number of days from 1 to ${formatNumber(RECENT_DAYS_MAX)}`;
}
