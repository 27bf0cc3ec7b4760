import { use } from 'react';
import {
  hasFilters,
  type MembersView,
  NO_FILTERS,
} from '#console/features/members/members-view.ts';
import { formatMemberStatus } from '#console/shared/members/member-status.tsx';
import { FilterBar } from '#console/ui/filter/filter-bar.tsx';
import { FilterChip, FilterMenuContext } from '#console/ui/filter/filter-chip.tsx';
import { FilterChoices } from '#console/ui/filter/filter-choices.tsx';
import { SearchField } from '#console/ui/filter/search-field.tsx';
import { LazyPart, lazyCode } from '#console/ui/lazy-part.tsx';
import { isSearchable } from '#contract/gateway/filters/directory-filters.ts';
import { MEMBER_STATUSES } from '#contract/loyalty/members/member.ts';
import type { MoreFiltersProps } from './more-filters.tsx';

interface MemberFiltersProps extends MoreFiltersProps {
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
            onChange={(q) => onChange({ q, similar: undefined }, { replace: view.q !== undefined })}
          />
        )
      }
      isSearchable={hasDirectory}
      onClear={hasFilters(view) ? () => onChange(NO_FILTERS) : undefined}
    >
      {hasDirectory ? (
        <AnyStatusFilter value={view.status} onChange={(status) => onChange({ status })} />
      ) : (
        <StatusFilter value={view.status ?? 'active'} onChange={(status) => onChange({ status })} />
      )}
      <LazyFilters {...{ view, members, tierNames, hasDirectory, onChange }} />
    </FilterBar>
  );
}

const moreFilters = lazyCode(async () => (await import('./more-filters.tsx')).MoreFilters);

/** Loaded when the filters are listed, or one of these is set. */
function LazyFilters(props: MoreFiltersProps) {
  const isListed = use(FilterMenuContext) !== undefined;
  const { q: _q, similar: _similar, status: _status, ...filters } = props.view;
  if (!isListed && !hasFilters(filters)) return null;
  return <LazyPart code={moreFilters} props={props} />;
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
