import { use } from 'react';
import type { MembersView } from '#console/features/members/members-view.ts';
import { changeSegment, type Segment } from '#console/features/members/segment.ts';
import {
  filterRange,
  filterValues,
  formatFilterValue,
  RANGE_LABELS,
  type RangeField,
  VALUE_LABELS,
} from '#console/shared/members/segment-labels.ts';
import { FilterChip, FilterMenuContext } from '#console/ui/filter/filter-chip.tsx';
import { FilterChoices } from '#console/ui/filter/filter-choices.tsx';
import { TextFilterForm } from '#console/ui/filter/filter-form.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import { AttributeFilters } from './attribute-filter.tsx';
import { DateFilter } from './date-filter.tsx';
import { ExpiringFilter, ExpiringMonthFilter } from './expiring-filters.tsx';
import { FoundValues } from './found-values.tsx';
import { NumberRangeFilter } from './number-range-filter.tsx';
import { TagsFilter } from './tags-filter.tsx';
import { TierFilter } from './tier-filter.tsx';
import { ValuesFilter } from './values-filter.tsx';

export interface MoreFiltersProps {
  readonly view: MembersView;
  /** The members of the current page; their tags are suggested. */
  readonly members: readonly Member[];
  /** The names of the view's tiers. */
  readonly tierNames: readonly string[];
  /** Whether the deployment has a directory, which has most of these filters. */
  readonly hasDirectory: boolean;
  readonly onChange: (changes: Partial<MembersView>) => void;
}

/** All filters but the status: they are needed when they are listed, or when one is set. */
export function MoreFilters(props: MoreFiltersProps) {
  const { view, members, tierNames, hasDirectory, onChange } = props;
  const menu = use(FilterMenuContext);
  return (
    <>
      <TagsFilter value={view.tags} members={members} onChange={(tags) => onChange({ tags })} />
      {hasDirectory && (
        <>
          <TierFilter
            value={view.tiers}
            names={tierNames}
            onChange={(tiers) => onChange({ tiers })}
          />
          <NumberRangeFilter
            label="Points"
            value={view.points}
            onChange={(points) => onChange({ points })}
          />
        </>
      )}
      <DateFilter
        label="Enrolled"
        value={view.enrolled}
        onChange={(enrolled) => onChange({ enrolled })}
      />
      <DateFilter
        label="Changed"
        value={view.changed}
        onChange={(changed) => onChange({ changed })}
      />
      {hasDirectory && <SegmentFilters view={view} onChange={onChange} />}
      {menu && menu.chosen === undefined && menu.query !== '' && (
        <FoundValues query={menu.query} view={view} onChange={onChange} onClose={menu.close} />
      )}
    </>
  );
}

const VALUE_FILTERS = [
  'country',
  'state',
  'city',
  'language',
  'gender',
  'birthday_month',
  'subscription',
] as const;
const YES_OR_NO = ['has_email', 'has_phone'] as const;

/** The filters by a member's further fields, which only the directory has. */
function SegmentFilters({ view, onChange }: Pick<MoreFiltersProps, 'view' | 'onChange'>) {
  const { segment = {}, lastPurchase, firstPurchase } = view;
  const change = (changes: Segment) => onChange({ segment: changeSegment(segment, changes) });
  return (
    <>
      {VALUE_FILTERS.map((field) => (
        <ValuesFilter
          key={field}
          field={field}
          values={filterValues(segment, field)}
          onChange={(values) => change({ [field]: values })}
        />
      ))}
      <DateFilter
        label="Last purchase"
        value={lastPurchase}
        onChange={(dates) => onChange({ lastPurchase: dates })}
      />
      <DateFilter
        label="First purchase"
        value={firstPurchase}
        onChange={(dates) => onChange({ firstPurchase: dates })}
      />
      {(Object.keys(RANGE_LABELS) as RangeField[]).map((field) => (
        <NumberRangeFilter
          key={field}
          label={RANGE_LABELS[field]}
          hasDecimals={field === 'revenue'}
          value={filterRange(segment, field)}
          onChange={(range) =>
            change({ [`${field}_min`]: range?.min, [`${field}_max`]: range?.max })
          }
        />
      ))}
      <ExpiringFilter
        value={segment.expiring_within}
        onChange={(days) => change({ expiring_within: days })}
      />
      <ExpiringMonthFilter
        value={segment.expiring_month}
        onChange={(month) => change({ expiring_month: month })}
      />
      {YES_OR_NO.map((field) => (
        <YesOrNoFilter
          key={field}
          field={field}
          value={segment[field]}
          onChange={(value) => change({ [field]: value } as Segment)}
        />
      ))}
      <FilterChip
        label="Referrer"
        value={segment.referrer}
        onRemove={() => change({ referrer: undefined })}
      >
        {(close) => (
          <TextFilterForm
            label="Referrer"
            hint="The member ID of the member who referred them."
            value={segment.referrer}
            onApply={(referrer) => {
              close();
              change({ referrer });
            }}
          />
        )}
      </FilterChip>
      <AttributeFilters segment={segment} onChange={change} />
    </>
  );
}

interface YesOrNoFilterProps {
  readonly field: (typeof YES_OR_NO)[number];
  readonly value: boolean | undefined;
  readonly onChange: (value: boolean | undefined) => void;
}

function YesOrNoFilter({ field, value, onChange }: YesOrNoFilterProps) {
  const options = (['true', 'false'] as const).map((each) => ({
    value: each,
    label: formatFilterValue(field, each),
  }));
  const current = options.find((option) => option.value === String(value));
  return (
    <FilterChip
      label={VALUE_LABELS[field]}
      value={current?.label.toLowerCase()}
      onRemove={() => onChange(undefined)}
    >
      {(close) => (
        <FilterChoices
          options={options}
          value={current?.value}
          onChoose={(chosen) => {
            close();
            onChange(chosen === 'true');
          }}
        />
      )}
    </FilterChip>
  );
}
