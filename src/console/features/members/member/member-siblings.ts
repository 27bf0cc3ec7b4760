import type { MembersView } from '#console/features/members/list/members-view.ts';
import type { MembersPage } from '#console/features/members/members-queries.ts';
import type { Member } from '#contract/loyalty/members/member.ts';

/** Where a member stands in the list it was opened from. */
export interface MemberPosition {
  readonly index: number;
  readonly previous: Member | undefined;
  readonly next: Member | undefined;
}

/** The neighbours of a member within a page; undefined where the page doesn't hold the member. */
export function findSiblings(
  members: readonly Member[],
  { id }: Pick<Member, 'id'>,
): MemberPosition | undefined {
  const index = members.findIndex((member) => member.id === id);
  return index < 0 ? undefined : { index, previous: members[index - 1], next: members[index + 1] };
}

/** The page that leads to this one, among those that were read: a cursor list knows only the way on. */
export function findPreviousPage(
  pages: readonly Pick<MembersPage, 'view' | 'nextCursor'>[],
  view: MembersView,
): MembersView | undefined {
  if (view.cursor === undefined) return undefined;
  return pages.find((page) => page.nextCursor === view.cursor && page.view.count === view.count)
    ?.view;
}
