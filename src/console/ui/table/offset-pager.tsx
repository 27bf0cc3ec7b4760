import type { PageSearch } from '#console/lib/page-search.ts';
import { Pager } from './pager.tsx';

const SIZES = [25, 50, 100];

interface OffsetPagerProps {
  /** The page of the address: ahead of what is shown while the next page is being read. */
  readonly asked: PageSearch;
  /** The page that is shown. */
  readonly shown: PageSearch & {
    readonly rows: readonly unknown[];
    readonly total: number | undefined;
    readonly hasNext: boolean;
  };
  readonly onChange: (change: Partial<PageSearch>) => void;
}

/** The pager of a list that is paged by number. Pressed twice at once, it goes two pages on. */
export function OffsetPager({ asked, shown, onChange }: OffsetPagerProps) {
  const { rows, total, hasNext } = shown;
  const { page, size } = asked;
  const before = (shown.page - 1) * shown.size;
  const isMore = total === undefined ? hasNext : page * size < total;
  return (
    <Pager
      from={before + 1}
      to={before + rows.length}
      total={total}
      onPrevious={page > 1 ? () => onChange({ page: page - 1 }) : undefined}
      onNext={isMore ? () => onChange({ page: page + 1 }) : undefined}
      pageSize={{
        value: size,
        options: [...new Set([...SIZES, size])].sort((a, b) => a - b),
        onChange: (next) => onChange({ size: next, page: 1 }),
      }}
    />
  );
}
