import { useState } from 'react';
import { nextMonths } from '#console/lib/dates/months.ts';
import { formatCount } from '#console/lib/format/format-number.ts';
import { parseWholeNumber } from '#console/lib/format/parse-number.ts';
import { formatExpiringMonth } from '#console/shared/members/filter-labels.ts';
import { useNow } from '#console/ui/data/use-now.ts';
import { ChoiceChip } from '#console/ui/filter/choice-chip.tsx';
import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { FilterForm } from '#console/ui/filter/filter-form.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { EXPIRING_WITHIN_MAX, OWED_MONTHS } from '#contract/gateway/filters/filter-values.ts';

interface ExpiringFilterProps {
  readonly value: number | undefined;
  readonly onChange: (days: number | undefined) => void;
}

export function ExpiringFilter({ value, onChange }: ExpiringFilterProps) {
  return (
    <FilterChip
      label="Points expiring"
      value={value === undefined ? undefined : `within ${formatCount(value, 'day')}`}
      onRemove={() => onChange(undefined)}
    >
      {(close) => (
        <DaysForm
          value={value}
          onApply={(days) => {
            close();
            onChange(days);
          }}
        />
      )}
    </FilterChip>
  );
}

interface ExpiringMonthFilterProps {
  readonly value: string | undefined;
  readonly onChange: (month: string | undefined) => void;
}

/** Members with points that expire in a month, as points owed shows it. */
export function ExpiringMonthFilter({ value, onChange }: ExpiringMonthFilterProps) {
  const months = nextMonths(useNow(), OWED_MONTHS);
  return (
    <ChoiceChip
      label="Points expire in month"
      text={value === undefined ? undefined : formatExpiringMonth(value)}
      onRemove={() => onChange(undefined)}
      legend="Month"
      options={months.map((month) => ({ value: month, label: formatExpiringMonth(month) }))}
      value={value}
      onChoose={(month) => onChange(month)}
    />
  );
}

function DaysForm({
  value = 30,
  onApply,
}: {
  readonly value: number | undefined;
  readonly onApply: (days: number) => void;
}) {
  const [error, setError] = useState<string>();
  return (
    <FilterForm
      onApply={(fields) => {
        const days = parseWholeNumber(String(fields.get('days')));
        if (days !== undefined && days >= 0 && days <= EXPIRING_WITHIN_MAX) onApply(days);
        else setError(`Enter a number of days from 0 to ${EXPIRING_WITHIN_MAX}.`);
      }}
    >
      <TextField
        name="days"
        label="Within days"
        inputMode="numeric"
        hint="Some of the member's points expire by then."
        defaultValue={value}
        error={error}
      />
    </FilterForm>
  );
}
