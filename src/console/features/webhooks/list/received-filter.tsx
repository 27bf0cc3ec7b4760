import { useRef, useState } from 'react';
import { type InboxFilters, receivedLabel } from '#console/features/webhooks/webhooks-view.ts';
import {
  fromDatetimeLocal,
  startOfDay,
  toDatetimeLocal,
} from '#console/lib/dates/datetime-local.ts';
import { ChoicesWithForm } from '#console/ui/filter/choices-with-form.tsx';
import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { FilterChoices } from '#console/ui/filter/filter-choices.tsx';
import { FilterForm } from '#console/ui/filter/filter-form.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';

type Range = Pick<InboxFilters, 'since' | 'until'>;

const HOUR_MS = 3_600_000;

/** Common ranges, by their start. */
const RECENT = {
  hour: { label: 'Last hour', since: (now: Date) => new Date(now.getTime() - HOUR_MS) },
  today: { label: 'Today', since: startOfDay },
  week: { label: 'Last 7 days', since: (now: Date) => new Date(now.getTime() - 168 * HOUR_MS) },
} as const;
const RECENT_OPTIONS = (['hour', 'today', 'week'] as const).map((value) => ({
  value,
  label: RECENT[value].label,
}));

interface ReceivedFilterProps {
  readonly value: Range;
  readonly onChange: (span: Range) => void;
}

export function ReceivedFilter({ value, onChange }: ReceivedFilterProps) {
  return (
    <FilterChip
      label="Received"
      value={receivedLabel(value)}
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
                options={RECENT_OPTIONS}
                value={undefined}
                onChoose={(name) => {
                  const since = RECENT[name].since(new Date()).toISOString();
                  apply({ since, until: undefined });
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
  readonly onApply: (span: Range) => void;
}

function RangeForm({ value, onApply }: RangeFormProps) {
  const [from, setFrom] = useState(toFieldValue(value.since));
  const [to, setTo] = useState(toFieldValue(value.until));
  const [wasSubmitted, setWasSubmitted] = useState(false);
  const toRef = useRef<HTMLInputElement>(null);
  const since = fromDatetimeLocal(from);
  const until = fromDatetimeLocal(to);
  const error =
    since === undefined && until === undefined
      ? 'Choose a time'
      : since !== undefined && until !== undefined && until <= since
        ? 'The end must be after the start'
        : undefined;

  function apply() {
    setWasSubmitted(true);
    if (error === undefined) onApply({ since, until });
    else toRef.current?.focus();
  }
  return (
    <FilterForm onApply={apply}>
      <TextField
        type="datetime-local"
        label="From"
        value={from}
        onChange={({ target }) => setFrom(target.value)}
      />
      <TextField
        type="datetime-local"
        label="Until"
        hint="Your time zone. Leave empty for no limit."
        ref={toRef}
        error={wasSubmitted ? error : undefined}
        value={to}
        onChange={({ target }) => setTo(target.value)}
      />
    </FilterForm>
  );
}

function toFieldValue(iso: string | undefined): string {
  return iso === undefined ? '' : toDatetimeLocal(new Date(iso));
}
