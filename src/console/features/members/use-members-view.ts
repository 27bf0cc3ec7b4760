import { useMemo } from 'react';
import { useLocation, useNavigate, useSearchParams } from 'react-router';
import * as z from 'zod/mini';
import { type MembersView, membersSearch, parseMembersView } from './members-view.ts';

/** What the history keeps beside the address: cursors of the pages before; '' is the first page. */
const historySchema = z.catch(z.object({ earlier: z.array(z.string()) }), { earlier: [] });

/** What the list shows, kept in the address, and the ways to show something else. */
export function useMembersView() {
  const [search] = useSearchParams();
  const { pathname, state } = useLocation();
  const navigate = useNavigate();
  const view = useMemo(() => parseMembersView(search), [search]);

  function show(next: MembersView, earlier: readonly string[] = []) {
    void navigate({ pathname, search: membersSearch(next) }, { state: { earlier } });
    window.scrollTo({ top: 0 });
  }

  return {
    view,
    /** Changes filters or page size, which leads to the first page. */
    change: (changes: Partial<MembersView>) =>
      show({ ...view, ...changes, cursor: undefined, from: 1 }),
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
export function nextView(view: MembersView, nextCursor: string): MembersView {
  return { ...view, cursor: nextCursor, from: view.from + view.count };
}
