import { useSearchParams } from 'react-router';
import { FilterBar } from '#console/ui/filter/filter-chip.tsx';
import { LanguageFilter } from './language-filter.tsx';

/**
 * The store language of an item's page, if it was opened from a list in another than the default
 * language. Kept in the URL like that of the list.
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
