import { useQuery } from '@tanstack/react-query';
import { Fragment, use, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import type { MembersFilter } from '#console/shared/loyalty/filter/members-filter.ts';
import {
  attributeConditions,
  formatNumberRange,
  type NumberRange,
  toRange,
} from '#console/shared/members/filter-labels.ts';
import { FilterChip, FilterMenuContext } from '#console/ui/filter/filter-chip.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { attributeFilters } from '#contract/gateway/filters/attribute-filters.ts';
import { ATTRIBUTE_FIELD_PREFIX } from '#contract/gateway/filters/directory-filters.ts';
import { attributesQuery } from './filter-values-query.ts';
import { ListFilter, type ListForm, listForm } from './list-filter.tsx';
import { NumberRangeForm } from './number-range-filter.tsx';
import { ValuesForm } from './values-form.tsx';

interface AttributeFiltersProps {
  readonly filter: MembersFilter;
  readonly onChange: (changes: MembersFilter) => void;
}

const asWritten = (value: string) => value;
const toBounds = (key: string, range?: NumberRange) =>
  ({ [`attribute_min.${key}`]: range?.min, [`attribute_max.${key}`]: range?.max }) as MembersFilter;

/** The filters by custom attributes that are set, and one that adds another. */
export function AttributeFilters({ filter, onChange }: AttributeFiltersProps) {
  return (
    <>
      {attributeFilters(filter).map(({ key, ...bounds }) => (
        <Fragment key={key}>
          <ListFilter
            label={key}
            conditions={attributeConditions(key)}
            isOffered={false}
            format={asWritten}
            {...{ filter, onChange }}
          >
            {(form) => <AttributeValues name={key} form={form} />}
          </ListFilter>
          <AttributeRange name={key} range={toRange(bounds)} onChange={onChange} />
        </Fragment>
      ))}
      <FilterChip label="Attribute">
        {(close) => <NewAttribute {...{ filter, onChange }} onClose={close} />}
      </FilterChip>
    </>
  );
}

function AttributeValues({ name, form }: { readonly name: string; readonly form: ListForm }) {
  return (
    <ValuesForm
      {...form}
      label={name}
      field={`${ATTRIBUTE_FIELD_PREFIX}${name}`}
      conditions={attributeConditions(name)}
      format={asWritten}
    />
  );
}

interface AttributeRangeProps extends Pick<AttributeFiltersProps, 'onChange'> {
  readonly name: string;
  readonly range: NumberRange | undefined;
}

function AttributeRange({ name, range, onChange }: AttributeRangeProps) {
  // The menu offers all attributes in one filter.
  if (!range || use(FilterMenuContext)) return null;
  return (
    <FilterChip
      label={name}
      value={formatNumberRange(range)}
      onRemove={() => onChange(toBounds(name))}
    >
      {(close) => (
        <NumberRangeForm
          hasDecimals
          value={range}
          onApply={(changed) => {
            close();
            onChange(toBounds(name, changed));
          }}
        />
      )}
    </FilterChip>
  );
}

/** Chooses one of the attributes that members have, and then its values, or the bounds of a number. */
function NewAttribute({
  filter,
  onChange,
  onClose,
}: AttributeFiltersProps & { readonly onClose: () => void }) {
  const { data, error } = useQuery(attributesQuery(useApi(), useTeamId()));
  const [key, setKey] = useState('');
  if (error) {
    return <p role="alert">{toUserFacingError(error, "Couldn't load attributes")?.title}</p>;
  }
  if (data === undefined) return <p>Loading attributes…</p>;
  if (data.length === 0) return <p>No member has custom attributes.</p>;
  const chosen = data.find((each) => each.key === key);
  const apply = (changes: MembersFilter) => {
    onClose();
    onChange(changes);
  };
  const conditions = attributeConditions(key);
  const set = attributeFilters(filter).find((each) => each.key === key);
  return (
    <>
      <SelectField label="Attribute" value={key} onChange={({ target }) => setKey(target.value)}>
        <option value="">Choose an attribute</option>
        {data.map((each) => (
          <option key={each.key} value={each.key}>
            {each.key} ({formatNumber(each.members)})
          </option>
        ))}
      </SelectField>
      {chosen?.kind === 'number' && (
        <NumberRangeForm
          key={key}
          hasDecimals
          value={set}
          onApply={(changed) => apply(toBounds(key, changed))}
        />
      )}
      {chosen && chosen.kind !== 'number' && (
        <AttributeValues
          key={key}
          name={key}
          form={listForm(filter, conditions, conditions[0], apply)}
        />
      )}
    </>
  );
}
