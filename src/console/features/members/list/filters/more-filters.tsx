import { use } from 'react';
import type { MembersFilter } from '#console/shared/loyalty/filter/members-filter.ts';
import {
  conditionsOf,
  formatFilterValue,
  LIST_LABELS,
  PRESENCE_LABELS,
  type PresenceField,
} from '#console/shared/members/filter-labels.ts';
import { FilterChip, FilterGroup, FilterMenuContext } from '#console/ui/filter/filter-chip.tsx';
import { FilterChoices } from '#console/ui/filter/filter-choices.tsx';
import { TextFilterForm } from '#console/ui/filter/filter-form.tsx';
import type { ListField } from '#contract/gateway/filters/directory-filters.ts';
import { MEMBER_STATUSES, type Member } from '#contract/loyalty/members/member.ts';
import { AttributeFilters } from './attribute-filter.tsx';
import { DateFilter } from './date-filter.tsx';
import { ExpiringFilter, ExpiringMonthFilter } from './expiring-filters.tsx';
import { useFilterValues } from './filter-values-query.ts';
import { FoundValues } from './found-values.tsx';
import { ListFilter, type ListForm } from './list-filter.tsx';
import { NumberRangeFilter } from './number-range-filter.tsx';
import { TagsFilter } from './tags-filter.tsx';
import { ValuesForm } from './values-form.tsx';

export interface MoreFiltersProps {
  readonly filter: MembersFilter;
  /** The members of the current page; their tags are suggested. */
  readonly members: readonly Member[];
  /** The names of the filter's tiers, by their id. */
  readonly tierNames: ReadonlyMap<string, string>;
  /** Whether the deployment has a directory, which has most of these filters. */
  readonly hasDirectory: boolean;
  readonly onChange: (changes: MembersFilter) => void;
}

/** All filters but the search: they are needed when they are listed, or when one is set. */
export function MoreFilters({ members, tierNames, hasDirectory, ...props }: MoreFiltersProps) {
  const { filter, onChange } = props;
  const menu = use(FilterMenuContext);
  const tags = <TagsFilter {...props} members={members} />;
  const dates = (['enrolled', 'changed'] as const).map((field) => (
    <DateFilter key={field} field={field} {...props} />
  ));
  if (!hasDirectory) {
    return (
      <>
        {tags}
        {dates}
      </>
    );
  }
  const lists = (...fields: ListField[]) =>
    fields.map((field) => (
      <ValuesFilter key={field} field={field} tierNames={tierNames} {...props} />
    ));
  return (
    <>
      <FilterGroup label="Profile">
        {lists('country', 'state', 'city', 'language', 'gender', 'birthday_month', 'subscription')}
        {(Object.keys(PRESENCE_LABELS) as PresenceField[]).map((field) => (
          <PresenceFilter key={field} field={field} {...props} />
        ))}
      </FilterGroup>
      <FilterGroup label="Program">
        {lists('status', 'tier')}
        {tags}
        {dates}
        <ReferrerFilter {...props} />
      </FilterGroup>
      <FilterGroup label="Purchases">
        <DateFilter field="last_purchase" {...props} />
        <DateFilter field="first_purchase" {...props} />
        <NumberRangeFilter field="purchases" {...props} />
        <NumberRangeFilter field="revenue" {...props} />
      </FilterGroup>
      <FilterGroup label="Points">
        <NumberRangeFilter field="points" {...props} />
        <NumberRangeFilter field="lifetime_points" {...props} />
        <NumberRangeFilter field="redemptions" {...props} />
        <ExpiringFilter
          value={filter.expiring_within}
          onChange={(days) => onChange({ expiring_within: days })}
        />
        <ExpiringMonthFilter
          value={filter.expiring_month}
          onChange={(month) => onChange({ expiring_month: month })}
        />
      </FilterGroup>
      <FilterGroup label="Attributes">
        <AttributeFilters {...props} />
      </FilterGroup>
      {menu && menu.chosen === undefined && menu.query !== '' && (
        <FoundValues query={menu.query} {...props} onClose={menu.close} />
      )}
    </>
  );
}

interface FilterProps {
  readonly filter: MembersFilter;
  readonly onChange: (changes: MembersFilter) => void;
}

interface ValuesFilterProps extends FilterProps, Pick<MoreFiltersProps, 'tierNames'> {
  readonly field: ListField;
}

function ValuesFilter({ field, tierNames, ...props }: ValuesFilterProps) {
  const [label, conditions] = [LIST_LABELS[field], conditionsOf(field)];
  const format = (value: string) =>
    field === 'tier' ? (tierNames.get(value) ?? value) : formatFilterValue(field, value);
  return (
    <ListFilter {...{ label, conditions, format }} {...props}>
      {(form) =>
        field === 'status' ? (
          <StatusChoices {...form} />
        ) : (
          <ValuesForm {...form} {...{ label, field, conditions, format }} />
        )
      }
    </ListFilter>
  );
}

/** There are three statuses, so one that members have or don't have is enough. */
function StatusChoices({ condition, values, others, onApply }: ListForm) {
  const { values: counted } = useFilterValues('status', others);
  const countOf = (status: string) => counted?.find(({ value }) => value === status)?.count ?? 0;
  return (
    <FilterChoices
      legend="Status"
      options={MEMBER_STATUSES.map((value) => ({
        value,
        label: formatFilterValue('status', value),
        count: counted ? countOf(value) : undefined,
      }))}
      value={values.length === 1 ? MEMBER_STATUSES.find((each) => each === values[0]) : undefined}
      onChoose={(status) => onApply(condition.name, [status])}
    />
  );
}

function PresenceFilter({ field, filter, onChange }: FilterProps & { field: PresenceField }) {
  const options = (['true', 'false'] as const).map((each) => ({
    value: each,
    label: formatFilterValue(field, each),
  }));
  const current = options.find((option) => option.value === String(filter[field]));
  return (
    <FilterChip
      label={PRESENCE_LABELS[field]}
      value={current?.label.toLowerCase()}
      onRemove={() => onChange({ [field]: undefined })}
    >
      {(close) => (
        <FilterChoices
          legend={PRESENCE_LABELS[field]}
          options={options}
          value={current?.value}
          onChoose={(chosen) => {
            close();
            onChange({ [field]: chosen === 'true' } as Pick<MembersFilter, PresenceField>);
          }}
        />
      )}
    </FilterChip>
  );
}

function ReferrerFilter({ filter, onChange }: FilterProps) {
  return (
    <FilterChip
      label="Referrer"
      value={filter.referrer}
      onRemove={() => onChange({ referrer: undefined })}
    >
      {(close) => (
        <TextFilterForm
          label="Referrer"
          hint="The member ID of the member who referred them."
          value={filter.referrer}
          onApply={(referrer) => {
            close();
            onChange({ referrer });
          }}
        />
      )}
    </FilterChip>
  );
}
