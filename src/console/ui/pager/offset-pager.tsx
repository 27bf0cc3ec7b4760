import { useState } from 'react';
import type { PageSearch } from '#console/lib/url/page-search.ts';
import { Pager } from './pager.tsx';

const SIZES = [25, 50, 100];

interface OffsetPagerProps {
  /** The requested page, which differs from `page` while it is loading. */
  readonly search: PageSearch;
  /** The page that is shown. */
  readonly page: PageSearch & {
    readonly rows: readonly unknown[];
    readonly total: number | undefined;
    readonly hasNext: boolean;
  };
  readonly onChange: (change: Partial<PageSearch>) => void;
}

/** The pager of a list with numbered pages. Two quick presses go two pages further. */
export function OffsetPager({ search, page: shown, onChange }: OffsetPagerProps) {
  const { rows, total } = shown;
  const { page, size } = search;
  // A service may give fewer rows than asked for; its last page doesn't show how many.
  const [cap, setCap] = useState(Number.POSITIVE_INFINITY);
  if (shown.hasNext && rows.length < shown.size && rows.length !== cap) setCap(rows.length);
  const isLast = !shown.hasNext && total !== undefined && rows.length > 0;
  const offset = isLast ? total - rows.length : (shown.page - 1) * Math.min(shown.size, cap);
  const hasNext = total === undefined ? shown.hasNext : page * Math.min(size, cap) < total;
  return (
    <Pager
      from={offset + 1}
      to={offset + rows.length}
      total={total}
      onPrevious={page > 1 ? () => onChange({ page: page - 1 }) : undefined}
      onNext={hasNext ? () => onChange({ page: page + 1 }) : undefined}
      pageSize={{
        value: size,
        options: [...new Set([...SIZES, size])].sort((a, b) => a - b),
        onChange: (next) => onChange({ size: next, page: 1 }),
      }}
    />
  );
}
