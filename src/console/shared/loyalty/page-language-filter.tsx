import { useSearchParams } from 'react-router';
import { FilterBar } from '#console/ui/filter/filter-chip.tsx';
import { LanguageFilter } from './language-filter.tsx';

/**
 * The store language that one thing is shown in, where it was opened from a list in one, and the way
 * to another; nothing in the default language. The address holds it, as that of the list does.
 */
export function PageLanguageFilter() {
  const [search, setSearch] = useSearchParams();
  const language = search.get('language');
  if (!language) return null;
  return (
    <FilterBar>
      <LanguageFilter
        value={language}
        onChange={(next) => {
          const changed = new URLSearchParams(search);
          if (next === undefined) changed.delete('language');
          else changed.set('language', next);
          setSearch(changed);
        }}
      />
    </FilterBar>
  );
}
