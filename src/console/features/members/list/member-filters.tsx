import {
  hasFilters,
  type MembersView,
  NO_FILTERS,
} from '#console/features/members/members-view.ts';
import { formatMemberStatus } from '#console/shared/members/member-status.tsx';
import { FilterBar } from '#console/ui/filter/filter-bar.tsx';
import { FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { FilterChoices } from '#console/ui/filter/filter-choices.tsx';
import { SearchField } from '#console/ui/filter/search-field.tsx';
import { isSearchable } from '#contract/gateway/directory-filters.ts';
import { MEMBER_STATUSES, type Member } from '#contract/loyalty/members/member.ts';
import { DateFilter } from './date-filter.tsx';
import { PointsFilter } from './points-filter.tsx';
import { TagsFilter } from './tags-filter.tsx';
import { TierFilter } from './tier-filter.tsx';

interface MemberFiltersProps {
  readonly view: MembersView;
  /** The members of the current page; their tags are suggested. */
  readonly members: readonly Member[];
  /** The names of the view's tiers. */
  readonly tierNames: readonly string[];
  /** Whether the deployment has a directory, which has more filters and can list all statuses. */
  readonly hasDirectory: boolean;
  readonly onChange: (changes: Partial<MembersView>, options?: { replace: boolean }) => void;
}

/** The filters of the members list. */
export function MemberFilters({
  view,
  members,
  tierNames,
  hasDirectory,
  onChange,
}: MemberFiltersProps) {
  return (
    <FilterBar
      search={
        hasDirectory && (
          <SearchField
            label="Search members"
            placeholder="Name, email, phone or ID"
            isSearchable={isSearchable}
            value={view.q}
            onChange={(q) => onChange({ q, sort: undefined }, { replace: view.q !== undefined })}
          />
        )
      }
      onClear={hasFilters(view) ? () => onChange(NO_FILTERS) : undefined}
    >
      {hasDirectory ? (
        <AnyStatusFilter value={view.status} onChange={(status) => onChange({ status })} />
      ) : (
        <StatusFilter value={view.status ?? 'active'} onChange={(status) => onChange({ status })} />
      )}
      <TagsFilter value={view.tags} members={members} onChange={(tags) => onChange({ tags })} />
      {hasDirectory && (
        <>
          <TierFilter
            value={view.tiers}
            names={tierNames}
            onChange={(tiers) => onChange({ tiers })}
          />
          <PointsFilter value={view.points} onChange={(points) => onChange({ points })} />
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
    </FilterBar>
  );
}

const STATUS_OPTIONS = MEMBER_STATUSES.map((value) => ({
  value,
  label: formatMemberStatus(value),
}));

type Status = NonNullable<MembersView['status']>;

interface StatusFilterProps<Value> {
  readonly value: Value;
  readonly onChange: (status: Status | undefined) => void;
}

/** One status, or all. */
function AnyStatusFilter({ value, onChange }: StatusFilterProps<Status | undefined>) {
  return (
    <FilterChip
      label="Status"
      value={value && formatMemberStatus(value)}
      onRemove={() => onChange(undefined)}
    >
      {(close) => (
        <FilterChoices
          options={STATUS_OPTIONS}
          value={value}
          onChoose={(status) => {
            close();
            if (status !== value) onChange(status);
          }}
        />
      )}
    </FilterChip>
  );
}

/** Always one status: the API can't list members of several. Active is the default. */
function StatusFilter({ value, onChange }: StatusFilterProps<Status>) {
  return (
    <FilterChip label="Status" value={formatMemberStatus(value)}>
      {(close) => (
        <FilterChoices
          options={STATUS_OPTIONS}
          value={value}
          onChoose={(status) => {
            close();
            if (status !== value) onChange(status === 'active' ? undefined : status);
          }}
        />
      )}
    </FilterChip>
  );
}
