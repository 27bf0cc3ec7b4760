import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { toUserFacingError } from '#console/api/errors/error-messages.ts';
import { memberPath } from '#console/features/members/member-name.ts';
import { membersQuery, useCachedPages } from '#console/features/members/members-queries.ts';
import {
  listSearch,
  type MembersView,
  parseMembersView,
} from '#console/features/members/members-view.ts';
import { useTeamId } from '#console/session/team.ts';
import { showError } from '#console/ui/feedback/toasts.ts';
import { useShortcut } from '#console/ui/hooks/use-shortcut.ts';
import { nextView } from '#console/ui/pager/use-cursor-pages.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { findPreviousPage, findSiblings } from './member-siblings.ts';

type Direction = 'previous' | 'next';

interface Sibling {
  /** Opens the sibling; undefined if there is none. */
  readonly open: (() => void) | undefined;
  /** Why there is none. */
  readonly disabledReason: string | undefined;
  /** Its page of the list is being loaded. */
  readonly loading: boolean;
}

/**
 * The previous and the next member of the list in the URL's search parameters, also on J and K.
 * Crosses to the next page, and to the previous one if it was fetched before.
 */
export function useMemberSiblings(member: Member): { previous: Sibling; next: Sibling } {
  const teamId = useTeamId();
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const hasList = search.size > 0;
  const view = parseMembersView(search);
  const { data: page } = useQuery({ ...membersQuery(api, teamId, view), enabled: hasList });
  const currentPosition = useMemo(() => page && findSiblings(page.members, member), [page, member]);
  // A member that was blocked, for example, leaves the list: keep the siblings it had.
  const [position, setPosition] = useState(currentPosition);
  if (currentPosition !== undefined && currentPosition !== position) setPosition(currentPosition);
  const [loading, setLoading] = useState<Direction>();
  const cachedPages = useCachedPages(teamId);
  const previousPage = position?.index === 0 ? findPreviousPage(cachedPages, view) : undefined;
  const nextPage =
    position && page?.nextCursor !== undefined ? nextView(view, page.nextCursor) : undefined;

  function openMember(sibling: Member, list: MembersView) {
    void navigate(`${memberPath(teamId, sibling)}?${listSearch(list)}`, { replace: true });
  }
  async function openFromPage(list: MembersView, direction: Direction) {
    setLoading(direction);
    try {
      // The user is waiting, and can repeat it.
      const options = { retry: false, networkMode: 'always' } as const;
      const query = { ...membersQuery(api, teamId, list), ...options };
      const { members } = await queryClient.fetchQuery(query);
      const sibling = members.at(direction === 'next' ? 0 : -1);
      if (sibling) openMember(sibling, list);
    } catch (error) {
      const message = toUserFacingError(error, `Couldn't open the ${direction} member`);
      if (message) showError(message);
    } finally {
      setLoading(undefined);
    }
  }
  function opener(
    sibling: Member | undefined,
    list: MembersView | undefined,
    direction: Direction,
  ): (() => void) | undefined {
    if (sibling) return () => openMember(sibling, view);
    return list && (() => void openFromPage(list, direction));
  }

  const openPrevious = position && opener(position.previous, previousPage, 'previous');
  const openNext = position && opener(position.next, nextPage, 'next');
  useShortcut(['j', 'k'], (key) => {
    // Until the page has loaded, it isn't known where a key leads.
    if (!loading) (key === 'j' ? openNext : openPrevious)?.();
  });

  const reason = (atEnd: string) =>
    hasList ? atEnd : 'Open a member from the list to step through it';
  const isFirst = view.cursor === undefined;
  return {
    previous: {
      open: openPrevious,
      disabledReason: openPrevious
        ? undefined
        : reason(isFirst ? 'First member in this list' : 'Go back to the list for earlier members'),
      loading: loading === 'previous',
    },
    next: {
      open: openNext,
      disabledReason: openNext ? undefined : reason('Last member in this list'),
      loading: loading === 'next',
    },
  };
}
