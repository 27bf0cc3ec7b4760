import { useRef, useState } from 'react';
import { startOfDay } from '#console/lib/dates/datetime-local.ts';
import { formatDays, instantsOfDays, localDaysOf } from '#console/lib/dates/local-days.ts';
import { ChoicesWithForm } from '#console/ui/filter/choices-with-form.tsx';
import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { FilterChoices } from '#console/ui/filter/filter-choices.tsx';
import { FilterForm } from '#console/ui/filter/filter-form.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import type { AuditFilters } from './audit-view.ts';

type Range = Pick<AuditFilters, 'since' | 'until'>;

const DAY_MS = 86_400_000;
const DAYS = { '0': 'Today', '7': 'Last 7 days', '30': 'Last 30 days', '90': 'Last 90 days' };

interface AuditDateFilterProps {
  readonly value: Range;
  readonly onChange: (range: Range) => void;
}

/** Filters by a range of days in the user's time zone. */
export function AuditDateFilter({ value, onChange }: AuditDateFilterProps) {
  return (
    <FilterChip
      label="Date"
      value={formatDays(value)}
      onRemove={() => onChange({ since: undefined, until: undefined })}
    >
      {(close) => {
        const apply = (range: Range) => {
          close();
          onChange(range);
        };
        return (
          <ChoicesWithForm
            choices={
              <FilterChoices
                options={Object.entries(DAYS).map(([days, label]) => ({ value: days, label }))}
                value={undefined}
                onChoose={(days) => {
                  const start = startOfDay(new Date(Date.now() - Number(days) * DAY_MS));
                  apply({ since: start.toISOString(), until: undefined });
                }}
              />
            }
            form={<RangeForm value={value} onApply={apply} />}
          />
        );
      }}
    </FilterChip>
  );
}

interface RangeFormProps {
  readonly value: Range;
  readonly onApply: (range: Range) => void;
}

function RangeForm({ value, onApply }: RangeFormProps) {
  const [savedFirst, savedLast] = localDaysOf(value);
  const [first, setFirst] = useState(savedFirst);
  const [last, setLast] = useState(savedLast);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const lastRef = useRef<HTMLInputElement>(null);
  const error =
    first === '' && last === ''
      ? 'Choose a day'
      : last !== '' && last < first
        ? 'The last day must be on or after the first'
        : undefined;

  function apply() {
    setWasSubmitted(true);
    if (error === undefined) onApply(instantsOfDays(first, last));
    else lastRef.current?.focus();
  }
  return (
    <FilterForm onApply={apply}>
      <TextField
        type="date"
        label="First day"
        max="9999-12-31"
        value={first}
        onChange={({ target }) => setFirst(target.value)}
      />
      <TextField
        type="date"
        label="Last day"
        hint="Your time zone. Leave empty for no limit."
        max="9999-12-31"
        ref={lastRef}
        error={wasSubmitted ? error : undefined}
        value={last}
        onChange={({ target }) => setLast(target.value)}
      />
    </FilterForm>
  );
}
