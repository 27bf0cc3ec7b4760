import { useRef, useState } from 'react';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { parseWholeNumber } from '#console/lib/format/parse-number.ts';
import {
  type DateField,
  type MembersFilter,
  RECENT_DAYS_MAX,
} from '#console/shared/loyalty/filter/members-filter.ts';
import { DATE_LABELS, formatDays } from '#console/shared/members/filter-labels.ts';
import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { FilterForm } from '#console/ui/filter/filter-form.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';

interface DateFilterProps {
  readonly field: DateField;
  readonly filter: MembersFilter;
  readonly onChange: (changes: MembersFilter) => void;
}

/** Filters by recent days, a day or a range of days, in UTC like the API. */
export function DateFilter({ field, filter, onChange }: DateFilterProps) {
  const label = DATE_LABELS[field];
  const apply = ({ from, to, last }: Days) =>
    onChange({
      [`${field}_from`]: from,
      [`${field}_to`]: to,
      [`${field}_last`]: last,
    } as MembersFilter);
  return (
    <FilterChip label={label} value={formatDays(filter, field)} onRemove={() => apply({})}>
      {(close) => (
        <DateForm
          label={label}
          value={{
            from: filter[`${field}_from`],
            to: filter[`${field}_to`],
            last: filter[`${field}_last`],
          }}
          onApply={(days) => {
            close();
            apply(days);
          }}
        />
      )}
    </FilterChip>
  );
}

/** Both days are included; `last` is a number of days until today. */
interface Days {
  readonly from?: string | undefined;
  readonly to?: string | undefined;
  readonly last?: number | undefined;
}

const OPERATOR_LABELS = {
  last: 'in the last',
  on: 'on',
  from: 'on or after',
  to: 'on or before',
  between: 'between',
};
type Operator = keyof typeof OPERATOR_LABELS;
const OPERATORS = Object.keys(OPERATOR_LABELS) as Operator[];

function operatorOf({ from, to, last }: Days): Operator {
  if (last !== undefined) return 'last';
  if (to === undefined) return 'from';
  if (from === undefined) return 'to';
  return from === to ? 'on' : 'between';
}

interface DateFormProps {
  readonly label: string;
  readonly value: Days;
  readonly onApply: (days: Days) => void;
}

function DateForm({ label, value, onApply }: DateFormProps) {
  const [operator, setOperator] = useState(operatorOf(value));
  const [days, setDays] = useState(String(value.last ?? 30));
  const [first, setFirst] = useState(value.from ?? value.to ?? '');
  const [last, setLast] = useState(value.to ?? '');
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
    else if (operator === 'last') onApply({ last: parseWholeNumber(days) });
    else {
      onApply({
        from: operator === 'to' ? undefined : first,
        to: isRange ? last : operator === 'from' ? undefined : first,
      });
    }
  }

  const isFirstWrong = first === '' || !isRange;
  return (
    <FilterForm onApply={apply}>
      <SelectField
        label={label}
        value={operator}
        onChange={({ target }) =>
          setOperator(OPERATORS.find((known) => known === target.value) ?? 'from')
        }
      >
        {OPERATORS.map((choice) => (
          <option key={choice} value={choice}>
            {OPERATOR_LABELS[choice]}
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
