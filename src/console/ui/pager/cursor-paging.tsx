import { CursorPager, type CursorPagerProps } from './cursor-pager.tsx';
import type { CursorPages } from './use-cursor-pages.ts';

interface CursorList {
  readonly data: (CursorPagerProps['page'] & { readonly rows: readonly unknown[] }) | undefined;
  readonly isPlaceholderData: boolean;
}

/** Props of a table for the paging of its list. */
export function cursorPaging(
  pages: CursorPagerProps['pages'] & Pick<CursorPages, 'showFirst'>,
  { data: page, isPlaceholderData }: CursorList,
) {
  return {
    total: page?.total,
    onFirstPage: pages.showFirst,
    pager: page && (
      <CursorPager
        pages={pages}
        page={page}
        rowCount={page.rows.length}
        isPlaceholder={isPlaceholderData}
      />
    ),
  };
}
