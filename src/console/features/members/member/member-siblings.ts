import type { MembersPage } from '#console/features/members/members-queries.ts';
import type { MembersView } from '#console/features/members/members-view.ts';
import type { Member } from '#contract/loyalty/members/member.ts';

/** A member's position on a page of the list, with the members before and after it. */
export interface MemberPosition {
  readonly index: number;
  readonly previous: Member | undefined;
  readonly next: Member | undefined;
}

/** Finds a member and its neighbors on a page; undefined if the page doesn't list the member. */
export function findSiblings(
  members: readonly Member[],
  { id }: Pick<Member, 'id'>,
): MemberPosition | undefined {
  const index = members.findIndex((member) => member.id === id);
  return index < 0 ? undefined : { index, previous: members[index - 1], next: members[index + 1] };
}

/** Finds the previous page among the fetched ones. The API's cursors only lead forward. */
export function findPreviousPage(
  pages: readonly Pick<MembersPage, 'view' | 'nextCursor'>[],
  view: MembersView,
): MembersView | undefined {
  if (view.cursor === undefined) return undefined;
  return pages.find((page) => page.nextCursor === view.cursor && page.view.count === view.count)
    ?.view;
}
