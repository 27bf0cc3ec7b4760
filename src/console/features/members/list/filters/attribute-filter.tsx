import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import type { Segment } from '#console/features/members/segment.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { useTeamId } from '#console/session/team.ts';
import { formatAttribute } from '#console/shared/members/segment-labels.ts';
import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { FilterForm } from '#console/ui/filter/filter-form.tsx';
import { SelectField } from '#console/ui/form/select-field.tsx';
import { TextField } from '#console/ui/form/text-field.tsx';
import {
  type AttributeFilter,
  attributeFilters,
} from '#contract/gateway/filters/attribute-filters.ts';
import { joinList, splitList } from '#contract/gateway/filters/filter-values.ts';
import { attributesQuery } from './directory-values-query.ts';
import { NumberRangeForm } from './number-range-filter.tsx';

interface AttributeFiltersProps {
  readonly segment: Segment;
  readonly onChange: (changes: Segment) => void;
}

/** One filter for each custom attribute that is set, and one that adds another. */
export function AttributeFilters({ segment, onChange }: AttributeFiltersProps) {
  const set = attributeFilters(segment);
  return (
    <>
      {set.map((filter) => (
        <FilterChip
          key={filter.key}
          label={filter.key}
          value={formatAttribute(filter)}
          onRemove={() => onChange(toSegment({ ...filter, ...NOTHING }))}
        >
          {(close) => <AttributeForm filter={filter} onChange={onChange} onClose={close} />}
        </FilterChip>
      ))}
      <FilterChip label="Attribute">
        {(close) => <NewAttribute set={set} onChange={onChange} onClose={close} />}
      </FilterChip>
    </>
  );
}

const NOTHING = { values: [], not: [], min: undefined, max: undefined };

function toSegment({ key, values, not, min, max }: AttributeFilter): Segment {
  return {
    [`attribute.${key}`]: values,
    [`attribute_not.${key}`]: not,
    [`attribute_min.${key}`]: min,
    [`attribute_max.${key}`]: max,
  } as Segment;
}

interface FormProps {
  readonly onChange: (changes: Segment) => void;
  readonly onClose: () => void;
}

/** Chooses one of the attributes that members have, and then its values. */
function NewAttribute({ set, ...props }: FormProps & { readonly set: readonly AttributeFilter[] }) {
  const { data, error } = useQuery(attributesQuery(useApi(), useTeamId()));
  const [key, setKey] = useState('');
  if (error) {
    return <p role="alert">{toUserFacingError(error, "Couldn't load attributes")?.title}</p>;
  }
  if (data === undefined) return <p>Loading attributes…</p>;
  if (data.length === 0) return <p>No member has custom attributes.</p>;
  const filter = set.find((each) => each.key === key) ?? { key, ...NOTHING };
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
      {key !== '' && <AttributeForm key={key} filter={filter} {...props} />}
    </>
  );
}

/** A number has bounds, every other kind exact values. */
function AttributeForm({
  filter,
  onChange,
  onClose,
}: FormProps & { readonly filter: AttributeFilter }) {
  const { data } = useQuery(attributesQuery(useApi(), useTeamId()));
  const apply = (changes: Partial<AttributeFilter>) => {
    onClose();
    onChange(toSegment({ ...filter, ...NOTHING, ...changes }));
  };
  if (data?.find(({ key }) => key === filter.key)?.kind === 'number') {
    return (
      <NumberRangeForm
        hasDecimals
        value={filter}
        onApply={(range) => apply({ ...NOTHING, ...range })}
      />
    );
  }
  return (
    <FilterForm onApply={(fields) => apply({ values: splitList(String(fields.get('values'))) })}>
      <TextField
        name="values"
        label={filter.key}
        hint="Exact values, separated by commas: members with any of them match."
        defaultValue={joinList(filter.values)}
        autoComplete="off"
      />
    </FilterForm>
  );
}
