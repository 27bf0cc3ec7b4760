import type { PageSearch } from '#console/lib/page-search.ts';
import { Pager } from './pager.tsx';

const SIZES = [25, 50, 100];

interface OffsetPagerProps {
  /** The page that is shown. */
  readonly shown: PageSearch & {
    readonly rows: readonly unknown[];
    readonly total: number | undefined;
    readonly hasNext: boolean;
  };
  readonly onChange: (change: Partial<PageSearch>) => void;
}

/** The pager of a list that is paged by number. */
export function OffsetPager({ shown, onChange }: OffsetPagerProps) {
  const { page, size, rows, total, hasNext } = shown;
  const before = (page - 1) * size;
  return (
    <Pager
      from={before + 1}
      to={before + rows.length}
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
