import { useLayoutEffect, useMemo, useRef } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import * as z from 'zod/mini';

export interface CursorView {
  /** Undefined on the first page. */
  readonly cursor?: string | undefined;
  /** Position of the page's first row in the whole list, from 1. */
  readonly from: number;
  /** Rows per page. */
  readonly count: number;
}

/** History state: the cursors of the previous pages; '' is the first page. */
const historySchema = z.catch(z.object({ earlier: z.array(z.string()) }), { earlier: [] });

/**
 * The view of a cursor list, kept in the URL, and functions that change it.
 *
 * @param parse parses the URL; must be stable between renders
 * @param write returns the query string of a view
 */
export function useCursorPages<View extends CursorView>(
  parse: (search: URLSearchParams) => View,
  write: (view: View) => string,
) {
  const [search] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const view = useMemo(() => parse(search), [parse, search]);

  // Ahead of `view` until a navigation is rendered: a filter may be set while a search is on its way.
  const latest = useRef(view);
  useLayoutEffect(() => {
    latest.current = view;
  }, [view]);

  function show(next: View, earlier: readonly string[] = [], replace = false) {
    latest.current = next;
    void navigate({ pathname, search: write(next) }, { state: { earlier }, replace });
    window.scrollTo({ top: 0 });
  }

  /**
   * Changes filters or page size and goes to the first page.
   *
   * @param toChanges returns the changes of the latest view
   * @param options.replace instead of adding an entry to the history, for each letter of a search
   */
  function update(toChanges: (latest: View) => Partial<View>, { replace = false } = {}) {
    const changes = toChanges(latest.current);
    show({ ...latest.current, ...changes, cursor: undefined, from: 1 }, [], replace);
  }

  /** The same for changes that don't depend on the view. */
  function change(changes: Partial<View>, options?: { replace?: boolean }) {
    update(() => changes, options);
  }

  function showPrevious() {
    const { earlier } = historySchema.parse(state);
    const cursor = earlier.at(-1) || undefined;
    const from = cursor === undefined ? 1 : Math.max(1, view.from - view.count);
    show({ ...view, cursor, from }, earlier.slice(0, -1));
  }

  const isFirstPage = view.cursor === undefined;
  return {
    view,
    update,
    change,
    showNext: (nextCursor: string) => {
      const { earlier } = historySchema.parse(state);
      show(nextView(view, nextCursor), [...earlier, view.cursor ?? '']);
    },
    /** A shared link has no previous cursors: `showPrevious` goes to the first page. */
    isPreviousFirst: !isFirstPage && historySchema.parse(state).earlier.length === 0,
    showPrevious: isFirstPage ? undefined : showPrevious,
    showFirst: isFirstPage ? undefined : () => change({}),
  };
}

export type CursorPages<View extends CursorView = CursorView> = ReturnType<
  typeof useCursorPages<View>
>;

export function nextView<View extends CursorView>(view: View, nextCursor: string): View {
  return { ...view, cursor: nextCursor, from: view.from + view.count };
}
