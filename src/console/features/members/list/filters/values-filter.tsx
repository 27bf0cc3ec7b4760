import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { formatFilterValue, VALUE_LABELS } from '#console/shared/members/segment-labels.ts';
import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { FilterForm } from '#console/ui/filter/filter-form.tsx';
import { Choice, ChoiceList } from '#console/ui/form/choice-list.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import { MONTHS, type ValueField } from '#contract/gateway/filters/directory-filters.ts';
import { directoryValuesQuery } from './directory-values-query.ts';
import { matchesLabel } from './match-values.ts';

interface ValuesFilterProps {
  readonly field: ValueField;
  readonly values: readonly string[];
  readonly onChange: (values: string[]) => void;
}

/** Filters by values that members have: those with any of them match. */
export function ValuesFilter({ field, values, onChange }: ValuesFilterProps) {
  const labels = values.map((value) => formatFilterValue(field, value));
  return (
    <FilterChip
      label={VALUE_LABELS[field]}
      value={values.length > 0 ? labels.join(', ') : undefined}
      onRemove={() => onChange([])}
    >
      {(close) => (
        <ValuesForm
          field={field}
          values={values}
          onApply={(chosen) => {
            close();
            onChange(chosen);
          }}
        />
      )}
    </FilterChip>
  );
}

/** More values than this are searched. */
const SEARCHED_ABOVE = 8;
const SHOWN_MAX = 30;

interface ValuesFormProps {
  readonly field: ValueField;
  readonly values: readonly string[];
  readonly onApply: (values: string[]) => void;
}

function ValuesForm({ field, values, onApply }: ValuesFormProps) {
  const [chosen, setChosen] = useState<readonly string[]>(values);
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const [api, teamId] = [useApi(), useTeamId()];
  const all = useQuery(directoryValuesQuery(api, teamId, { field }));
  const found = useQuery({ ...directoryValuesQuery(api, teamId, { field, q }), enabled: q !== '' });
  const label = VALUE_LABELS[field];
  const error = all.error && toUserFacingError(all.error, `Couldn't load values of ${label}`);
  if (error) return <p role="alert">{error.title}</p>;
  if (all.data === undefined) return <p>Loading values…</p>;
  const counts = new Map([...all.data, ...(found.data ?? [])].map((each) => [each.value, each]));
  const listed = field === 'birthday_month' ? MONTHS : [...counts.keys()];
  const options = [...new Set([...values, ...listed])].filter(
    (value) => q === '' || matchesLabel(field, value, q),
  );
  if (options.length === 0 && q === '') return <p>No member has a value here.</p>;
  return (
    <FilterForm onApply={() => onApply([...chosen])}>
      {listed.length > SEARCHED_ABOVE && field !== 'birthday_month' && (
        <TextField
          label={`Find a ${label.toLowerCase()}`}
          type="search"
          autoComplete="off"
          value={text}
          onChange={({ target }) => setText(target.value)}
          onKeyDown={(event) => {
            // Enter would apply the filter before a value is chosen.
            if (event.key === 'Enter') event.preventDefault();
          }}
        />
      )}
      <ChoiceList legend={label}>
        {options.slice(0, SHOWN_MAX).map((value) => {
          const count = counts.get(value)?.count;
          return (
            <Choice
              key={value}
              type="checkbox"
              checked={chosen.includes(value)}
              onChange={({ target }) =>
                setChosen(
                  target.checked ? [...chosen, value] : chosen.filter((other) => other !== value),
                )
              }
            >
              {formatFilterValue(field, value)}
              {count === undefined ? '' : ` (${formatNumber(count)})`}
            </Choice>
          );
        })}
      </ChoiceList>
      {options.length === 0 && <p>No value matches.</p>}
    </FilterForm>
  );
}
