import { useDeferredValue, useState } from 'react';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import type { Condition } from '#console/shared/members/filter-labels.ts';
import { FilterForm } from '#console/ui/filter/filter-form.tsx';
import { Choice, ChoiceList } from '#console/ui/form/choice-list.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import {
  ATTRIBUTE_VALUES_LISTED_MAX,
  type ListedField,
} from '#contract/gateway/directory-values.ts';
import { MONTHS } from '#contract/gateway/filters/directory-filters.ts';
import { type FacetField, useFilterValues } from './filter-values-query.ts';
import { ConditionField, type ListForm } from './list-filter.tsx';
import { matchesLabel } from './match-values.ts';

/** More values than this are searched. */
const SEARCHED_ABOVE = 8;
const SHOWN_MAX = 30;
/** If fewer values are listed, a value that isn't among them has no members. */
const COMPLETE_BELOW = ATTRIBUTE_VALUES_LISTED_MAX;

interface ValuesFormProps extends ListForm {
  readonly label: string;
  readonly field: ListedField | FacetField;
  readonly conditions: readonly Condition[];
  readonly format: (value: string) => string;
}

/** Chooses among the values that members have, with how many of the listed members have each. */
export function ValuesForm(props: ValuesFormProps) {
  const { label, field, conditions, values, others, format, onApply } = props;
  const [chosen, setChosen] = useState<readonly string[]>(values);
  const [condition, setCondition] = useState(props.condition.name);
  const [text, setText] = useState('');
  const q = useDeferredValue(text.trim());
  const { values: counted, error } = useFilterValues(field, others, q);
  const message = error && toUserFacingError(error, `Couldn't load values of ${label}`);
  if (message) return <p role="alert">{message.title}</p>;
  if (counted === undefined) return <p>Loading values…</p>;
  if (counted === null) return <p>Search is being prepared.</p>;
  const known = new Map(counted.map((each) => [each.value, each]));
  const isMonth = field === 'birthday_month';
  const listed = isMonth ? MONTHS : [...known.keys()];
  const nameOf = (value: string) => known.get(value)?.name ?? format(value);
  const countOf = (value: string) => {
    const count = known.get(value)?.count ?? (known.size < COMPLETE_BELOW ? 0 : undefined);
    return count === undefined ? '' : ` (${formatNumber(count)})`;
  };
  const options = [...new Set([...values, ...listed])].filter(
    (value) => q === '' || matchesLabel(nameOf(value), value, q),
  );
  if (options.length === 0 && q === '') return <p>None of these members has a value.</p>;
  return (
    <FilterForm onApply={() => onApply(condition, chosen)}>
      {listed.length > SEARCHED_ABOVE && !isMonth && (
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
        {options.slice(0, SHOWN_MAX).map((value) => (
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
            {nameOf(value)}
            {countOf(value)}
          </Choice>
        ))}
      </ChoiceList>
      {options.length === 0 && <p>No value matches.</p>}
      <ConditionField conditions={conditions} name={condition} onChange={setCondition} />
    </FilterForm>
  );
}
