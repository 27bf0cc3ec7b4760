import { Button } from '#console/ui/button.tsx';
import { FilterBar } from '#console/ui/filter-chip.tsx';
import type { Member } from '#contract/loyalty/member.ts';
import { DateFilter } from './date-filter.tsx';
import { hasFilters, type MembersFilters, NO_FILTERS } from './members-view.ts';
import { StatusFilter } from './status-filter.tsx';
import { TagsFilter } from './tags-filter.tsx';

interface MemberFiltersProps {
  readonly filters: MembersFilters;
  /** Those in sight. */
  readonly members: readonly Member[];
  readonly onChange: (changes: Partial<MembersFilters>) => void;
}

/** The filters of the members list. */
export function MemberFilters({ filters, members, onChange }: MemberFiltersProps) {
  return (
    <FilterBar>
      <StatusFilter value={filters.status} onChange={(status) => onChange({ status })} />
      <TagsFilter value={filters.tags} members={members} onChange={(tags) => onChange({ tags })} />
      <DateFilter
        label="Enrolled"
        value={filters.enrolled}
        onChange={(enrolled) => onChange({ enrolled })}
      />
      <DateFilter
        label="Changed"
        value={filters.changed}
        onChange={(changed) => onChange({ changed })}
      />
      {hasFilters(filters) && (
        <Button variant="ghost" size="small" onClick={() => onChange(NO_FILTERS)}>
          Clear filters
        </Button>
      )}
    </FilterBar>
  );
}
