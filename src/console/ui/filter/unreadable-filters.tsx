import { useSearchParams } from 'react-router';
import { Banner } from '#console/ui/page/banner.tsx';

interface UnreadableFiltersProps {
  /** The labels of the filters, by their search parameter. */
  readonly labels: Readonly<Record<string, string>>;
  /** The query string of the view that was read from the URL. */
  readonly applied: string;
  /** Values that `applied` leaves out because they are the default. */
  readonly defaults?: Readonly<Record<string, string>>;
}

/** Says which filters of a link couldn't be read, and so aren't applied to the list. */
export function UnreadableFilters({ labels, applied, defaults = {} }: UnreadableFiltersProps) {
  const [search] = useSearchParams();
  const appliedSearch = new URLSearchParams(applied);
  const unreadable = Object.entries(labels)
    .filter(([name]) => {
      const value = search.get(name);
      return value !== null && value !== defaults[name] && !appliedSearch.has(name);
    })
    .map(([, label]) => label);
  if (unreadable.length === 0) return null;
  return (
    <Banner tone="amber" title={`Part of this link couldn't be read: ${unreadable.join(', ')}`}>
      <p>The list is shown without it.</p>
    </Banner>
  );
}
