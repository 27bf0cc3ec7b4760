import { Pager, type PagerProps } from './pager.tsx';
import type { CursorPages } from './use-cursor-pages.ts';

export interface CursorPagerProps extends Pick<PagerProps, 'onNextIntent' | 'pageSize'> {
  readonly pages: Pick<CursorPages, 'showNext' | 'showPrevious' | 'isPreviousFirst'>;
  readonly page: {
    readonly from: number;
    readonly total: number | undefined;
    readonly isTotalAbout?: boolean;
    /** Undefined on the last page. */
    readonly nextCursor: string | undefined;
  };
  readonly rowCount: number;
  /** `page` is the previous page, shown until the requested one is loaded. */
  readonly isPlaceholder: boolean;
}

export function CursorPager(props: CursorPagerProps) {
  const { pages, page, rowCount, isPlaceholder, onNextIntent, pageSize } = props;
  const { from, total, isTotalAbout, nextCursor } = page;
  const hasNext = nextCursor !== undefined && !isPlaceholder;
  return (
    <Pager
      from={from}
      to={from + rowCount - 1}
      total={total}
      isTotalAbout={isTotalAbout}
      onPrevious={pages.showPrevious}
      isPreviousFirst={pages.isPreviousFirst}
      onNext={hasNext ? () => pages.showNext(nextCursor) : undefined}
      onNextIntent={onNextIntent}
      pageSize={pageSize}
    />
  );
}
