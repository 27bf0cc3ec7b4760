import { useRef, useState } from 'react';
import { type InboxFilters, receivedLabel } from '#console/features/webhooks/webhooks-view.ts';
import {
  fromDatetimeLocal,
  startOfDay,
  toDatetimeLocal,
} from '#console/lib/dates/datetime-local.ts';
import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { FilterChoices } from '#console/ui/filter/filter-choices.tsx';
import { FilterForm } from '#console/ui/filter/filter-form.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import styles from './received-filter.module.css';

type Span = Pick<InboxFilters, 'since' | 'until'>;

const HOUR_MS = 3_600_000;

/** Spans that are asked for most, by when they begin. */
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
  readonly value: Span;
  readonly onChange: (span: Span) => void;
}

/** When it came in: one of the recent spans, or any. */
export function ReceivedFilter({ value, onChange }: ReceivedFilterProps) {
  return (
    <FilterChip
      label="Received"
      value={receivedLabel(value)}
      onRemove={() => onChange({ since: undefined, until: undefined })}
    >
      {(close) => {
        const apply = (span: Span) => {
          close();
          onChange(span);
        };
        return (
          <div className={styles.ways}>
            <div>
              <FilterChoices
                options={RECENT_OPTIONS}
                value={undefined}
                onChoose={(name) => {
                  const since = RECENT[name].since(new Date()).toISOString();
                  apply({ since, until: undefined });
                }}
              />
            </div>
            <div className={styles.span}>
              <SpanForm value={value} onApply={apply} />
            </div>
          </div>
        );
      }}
    </FilterChip>
  );
}

interface SpanFormProps {
  readonly value: Span;
  readonly onApply: (span: Span) => void;
}

function SpanForm({ value, onApply }: SpanFormProps) {
  const [from, setFrom] = useState(fieldOf(value.since));
  const [to, setTo] = useState(fieldOf(value.until));
  const [tried, setTried] = useState(false);
  const toRef = useRef<HTMLInputElement>(null);
  const since = fromDatetimeLocal(from);
  const until = fromDatetimeLocal(to);
  const error =
    since === undefined && until === undefined
      ? 'Choose a time'
      : since !== undefined && until !== undefined && until <= since
        ? 'Choose a time that is later than the first one'
        : undefined;

  function apply() {
    setTried(true);
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
        hint="In your time zone. Leave one empty for no bound."
        ref={toRef}
        error={tried ? error : undefined}
        value={to}
        onChange={({ target }) => setTo(target.value)}
      />
    </FilterForm>
  );
}

function fieldOf(iso: string | undefined): string {
  return iso === undefined ? '' : toDatetimeLocal(new Date(iso));
}
