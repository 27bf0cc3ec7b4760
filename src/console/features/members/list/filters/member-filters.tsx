import { use } from 'react';
import { hasFilters, type MembersView } from '#console/features/members/members-view.ts';
import { changeFilter, type MembersFilter } from '#console/shared/loyalty/filter/members-filter.ts';
import { formatMemberStatus } from '#console/shared/members/member-status.tsx';
import { FilterBar } from '#console/ui/filter/filter-bar.tsx';
import { FilterChip, FilterMenuContext } from '#console/ui/filter/filter-chip.tsx';
import { FilterChoices } from '#console/ui/filter/filter-choices.tsx';
import { SearchField } from '#console/ui/filter/search-field.tsx';
import { storedPreference } from '#console/ui/hooks/stored-preference.ts';
import { LazyPart, lazyCode } from '#console/ui/lazy-part.tsx';
import type { CursorPages } from '#console/ui/pager/use-cursor-pages.ts';
import { isSearchable } from '#contract/gateway/filters/directory-filters.ts';
import { MEMBER_STATUSES } from '#contract/loyalty/members/member.ts';
import type { MoreFiltersProps } from './more-filters.tsx';

interface MemberFiltersProps extends Omit<MoreFiltersProps, 'filter' | 'onChange'> {
  readonly pages: Pick<CursorPages<MembersView>, 'view' | 'update'>;
}

const recent = storedPreference('recent-member-filters');

export function MemberFilters({ pages, hasDirectory, ...others }: MemberFiltersProps) {
  const { view, update } = pages;
  const { filter } = view;
  const change = (changes: MembersFilter, options?: { replace: boolean }) =>
    update((latest) => ({ filter: changeFilter(latest.filter, changes) }), options);
  const more = {
    ...others,
    filter,
    hasDirectory,
    onChange: (changes: MembersFilter) => change(changes),
  };
  return (
    <FilterBar
      search={
        hasDirectory && (
          <SearchField
            label="Search members"
            placeholder="Name, email, phone or ID"
            isSearchable={isSearchable}
            value={filter.q}
            onChange={(q) => change({ q, similar: undefined }, { replace: filter.q !== undefined })}
          />
        )
      }
      isSearchable={hasDirectory}
      recent={recent}
      onClear={hasFilters(view) ? () => update(() => ({ filter: {} })) : undefined}
    >
      {!hasDirectory && (
        <StatusFilter
          value={filter.status?.[0] ?? 'active'}
          onChange={(status) => change({ status })}
        />
      )}
      <LazyFilters {...more} />
    </FilterBar>
  );
}

const moreFilters = lazyCode(async () => (await import('./more-filters.tsx')).MoreFilters);

/** Loaded when the filters are listed, or one of these is set. */
function LazyFilters(props: MoreFiltersProps) {
  const isListed = use(FilterMenuContext) !== undefined;
  const { q: _q, similar: _similar, ...filter } = props.filter;
  if (!isListed && !hasFilters({ filter })) return null;
  return <LazyPart code={moreFilters} props={props} />;
}

interface StatusFilterProps {
  readonly value: string;
  readonly onChange: (status: (typeof MEMBER_STATUSES)[number][] | undefined) => void;
}

/** Always one status: the API can't list members of several. Active is the default. */
function StatusFilter({ value, onChange }: StatusFilterProps) {
  return (
    <FilterChip label="Status" value={formatMemberStatus(value)}>
      {(close) => (
        <FilterChoices
          options={MEMBER_STATUSES.map((status) => ({
            value: status,
            label: formatMemberStatus(status),
          }))}
          value={MEMBER_STATUSES.find((status) => status === value)}
          onChoose={(status) => {
            close();
            if (status !== value) onChange(status === 'active' ? undefined : [status]);
          }}
        />
      )}
    </FilterChip>
  );
}
