import { LanguageFilter } from '#console/shared/loyalty/language-filter.tsx';
import { FilterBar } from '#console/ui/filter/filter-chip.tsx';
import type { Member } from '#contract/loyalty/members/member.ts';
import { DateFilter } from './date-filter.tsx';
import { hasFilters, type MembersView, NO_FILTERS } from './members-view.ts';
import { StatusFilter } from './status-filter.tsx';
import { TagsFilter } from './tags-filter.tsx';

interface MemberFiltersProps {
  readonly view: MembersView;
  /** Those in sight. */
  readonly members: readonly Member[];
  readonly onChange: (changes: Partial<MembersView>) => void;
}

/** The filters of the members list, and the language of its names. */
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
      <LanguageFilter value={view.language} onChange={(language) => onChange({ language })} />
    </FilterBar>
  );
}
