import { formatMemberStatus } from '#console/features/members/member-status.tsx';
import {
  hasFilters,
  type MembersView,
  NO_FILTERS,
} from '#console/features/members/members-view.ts';
import { FilterBar, FilterChip } from '#console/ui/filter/filter-chip.tsx';
import { FilterChoices } from '#console/ui/filter/filter-choices.tsx';
import { MEMBER_STATUSES, type Member } from '#contract/loyalty/members/member.ts';
import { DateFilter } from './date-filter.tsx';

import { TagsFilter } from './tags-filter.tsx';

interface MemberFiltersProps {
  readonly view: MembersView;
  /** The members of the current page; their tags are suggested. */
  readonly members: readonly Member[];
  readonly onChange: (changes: Partial<MembersView>) => void;
}

/** The filters of the members list. */
export function MemberFilters({ view, members, onChange }: MemberFiltersProps) {
  return (
    <FilterBar onClear={hasFilters(view) ? () => onChange(NO_FILTERS) : undefined}>
      <StatusFilter value={view.status} onChange={(status) => onChange({ status })} />
      <TagsFilter value={view.tags} members={members} onChange={(tags) => onChange({ tags })} />
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

interface StatusFilterProps {
  readonly value: MembersView['status'];
  readonly onChange: (status: MembersView['status']) => void;
}

/** Always one status: the API can't list members of several. */
function StatusFilter({ value, onChange }: StatusFilterProps) {
  return (
    <FilterChip label="Status" value={formatMemberStatus(value)}>
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
