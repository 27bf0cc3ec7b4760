import { useRef, useState } from 'react';
import { fromDatetimeLocal, toDatetimeLocal } from '#console/lib/dates/datetime-local.ts';
import { instantsOfDays, localDaysOf, type TimeRange } from '#console/lib/dates/local-days.ts';
import { TextField } from '#console/ui/form/text-field.tsx';
import { FilterChip } from './filter-chip.tsx';
import { FilterChoices } from './filter-choices.tsx';
import { FilterForm } from './filter-form.tsx';
import styles from './time-range-filter.module.css';

/** The two fields of a range. Their values sort by time, and are empty without a limit. */
const FIELDS = {
  days: {
    type: 'date',
    max: '9999-12-31',
    labels: ['First day', 'Last day'],
    valuesOf: localDaysOf,
    rangeOf: instantsOfDays,
    isReversed: (first: string, last: string) => last < first,
    missingError: 'Choose a day',
    reversedError: 'The last day must be on or after the first',
  },
  times: {
    type: 'datetime-local',
    max: '9999-12-31T23:59',
    labels: ['From', 'Until'],
    valuesOf: ({ since, until }: TimeRange) => [toFieldValue(since), toFieldValue(until)] as const,
    rangeOf: (from: string, until: string): TimeRange => ({
      since: fromDatetimeLocal(from),
      until: fromDatetimeLocal(until),
    }),
    isReversed: (from: string, until: string) => until <= from,
    missingError: 'Choose a time',
    reversedError: 'The end must be after the start',
  },
} as const;

function toFieldValue(instant: string | undefined): string {
  return instant === undefined ? '' : toDatetimeLocal(new Date(instant));
}

interface TimeRangeFilterProps {
  readonly label: string;
  /** What the fields are. */
  readonly unit: keyof typeof FIELDS;
  readonly value: TimeRange;
  /** The range as text; undefined without a limit. */
  readonly format: (range: TimeRange) => string | undefined;
  /** The starts of common ranges, which have no end, by their label. */
  readonly presets: Readonly<Record<string, (now: Date) => Date>>;
  readonly onChange: (range: TimeRange) => void;
}

/** Filters by a range of days or times in the user's time zone. */
export function TimeRangeFilter({
  label,
  unit,
  value,
  format,
  presets,
  onChange,
}: TimeRangeFilterProps) {
  return (
    <FilterChip
      label={label}
      value={format(value)}
      onRemove={() => onChange({ since: undefined, until: undefined })}
    >
      {(close) => {
        const apply = (range: TimeRange) => {
          close();
          onChange(range);
        };
        return (
          <div className={styles.options}>
            <div>
              <FilterChoices
                options={Object.keys(presets).map((name) => ({ value: name, label: name }))}
                value={undefined}
                onChoose={(name) =>
                  apply({ since: presets[name]?.(new Date()).toISOString(), until: undefined })
                }
              />
            </div>
            <div className={styles.form}>
              <TimeRangeForm unit={unit} value={value} onApply={apply} />
            </div>
          </div>
        );
      }}
    </FilterChip>
  );
}

interface TimeRangeFormProps extends Pick<TimeRangeFilterProps, 'unit' | 'value'> {
  readonly onApply: (range: TimeRange) => void;
}

function TimeRangeForm({ unit, value, onApply }: TimeRangeFormProps) {
  const fields = FIELDS[unit];
  const [savedFirst, savedLast] = fields.valuesOf(value);
  const [first, setFirst] = useState(savedFirst);
  const [last, setLast] = useState(savedLast);
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const lastRef = useRef<HTMLInputElement>(null);
  const error = findError();

  function findError(): string | undefined {
    if (first === '' && last === '') return fields.missingError;
    const isRange = first !== '' && last !== '';
    return isRange && fields.isReversed(first, last) ? fields.reversedError : undefined;
  }

  function apply() {
    setWasSubmitted(true);
    if (error === undefined) onApply(fields.rangeOf(first, last));
    else lastRef.current?.focus();
  }
  return (
    <FilterForm onApply={apply}>
      <TextField
        type={fields.type}
        label={fields.labels[0]}
        max={fields.max}
        value={first}
        onChange={({ target }) => setFirst(target.value)}
      />
      <TextField
        type={fields.type}
        label={fields.labels[1]}
        hint="Times are in your time zone. Leave empty for no limit."
        max={fields.max}
        ref={lastRef}
        error={wasSubmitted ? error : undefined}
        value={last}
        onChange={({ target }) => setLast(target.value)}
      />
    </FilterForm>
  );
}
