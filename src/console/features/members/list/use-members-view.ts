import { useCursorPages } from '#console/ui/table/use-cursor-pages.ts';
import { membersSearch, parseMembersView } from './members-view.ts';

/** What the members list shows, kept in the address, and the ways to show something else. */
export function useMembersView() {
  return useCursorPages(parseMembersView, membersSearch);
}
