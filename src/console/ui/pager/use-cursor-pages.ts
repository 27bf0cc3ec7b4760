import { useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import * as z from 'zod/mini';

/** What a list shows that is read by cursors, beside its filters. */
export interface CursorView {
  /** Undefined on the first page. */
  readonly cursor?: string | undefined;
  /** Place of the page's first row in the whole list, from 1. */
  readonly from: number;
  /** Rows a page. */
  readonly count: number;
}

/** What the history keeps beside the address: cursors of the pages before; '' is the first page. */
const historySchema = z.catch(z.object({ earlier: z.array(z.string()) }), { earlier: [] });

/**
 * What a list shows, kept in the address, and the ways to show something else.
 *
 * @param parse reads the address; keep it the same between renders
 * @param write the address's query for a view
 */
export function useCursorPages<View extends CursorView>(
  parse: (search: URLSearchParams) => View,
  write: (view: View) => string,
) {
  const [search] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const view = useMemo(() => parse(search), [parse, search]);

  function show(next: View, earlier: readonly string[] = []) {
    void navigate({ pathname, search: write(next) }, { state: { earlier } });
    window.scrollTo({ top: 0 });
  }

  return {
    view,
    /** Changes filters or page size, which leads to the first page. */
    change: (changes: Partial<View>) => show({ ...view, ...changes, cursor: undefined, from: 1 }),
    showNext: (nextCursor: string) => {
      const { earlier } = historySchema.parse(state);
      show(nextView(view, nextCursor), [...earlier, view.cursor ?? '']);
    },
    /** A shared link does not know the pages before it: the way back leads to the first one. */
    showPrevious: () => {
      const { earlier } = historySchema.parse(state);
      const cursor = earlier.at(-1) || undefined;
      const from = cursor === undefined ? 1 : Math.max(1, view.from - view.count);
      show({ ...view, cursor, from }, earlier.slice(0, -1));
    },
  };
}

/** The page after this one. */
export function nextView<View extends CursorView>(view: View, nextCursor: string): View {
  return { ...view, cursor: nextCursor, from: view.from + view.count };
}
