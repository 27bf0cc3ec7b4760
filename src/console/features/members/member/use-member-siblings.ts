import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import { useNavigate, useSearchParams } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import {
  listSearch,
  type MembersView,
  parseMembersView,
} from '#console/features/members/list/members-view.ts';
import { memberPath } from '#console/features/members/member-name.ts';
import { membersQuery, useCachedPages } from '#console/features/members/members-queries.ts';
import { useTeamId } from '#console/session/team.ts';
import { useShortcut } from '#console/ui/hooks/use-shortcut.ts';
import { nextView } from '#console/ui/table/use-cursor-pages.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { findPreviousPage, findSiblings } from './member-siblings.ts';

interface MemberSiblings {
  /** Leads to the neighbour; undefined where there is none. */
  readonly onPrevious: (() => void) | undefined;
  readonly onNext: (() => void) | undefined;
  /** Whether the member was opened from a list at all. */
  readonly hasList: boolean;
}

/**
 * Walks the members of the list that the address carries, with J and K too; over the edge of a page
 * to the one after it, and to the one before where that was read.
 */
export function useMemberSiblings(member: Member): MemberSiblings {
  const teamId = useTeamId();
  const api = useApi();
  const queryClient = useQueryClient();
  const navigate = useNavigate();
  const [search] = useSearchParams();
  const hasList = search.size > 0;
  const view = parseMembersView(search);
  const { data: page } = useQuery({ ...membersQuery(api, teamId, view), enabled: hasList });
  const placeNow = useMemo(() => page && findSiblings(page.members, member), [page, member]);
  // A member that was blocked, say, leaves the list; the way on is still the one it had.
  const [place, setPlace] = useState(placeNow);
  if (placeNow !== undefined && placeNow !== place) setPlace(placeNow);
  const cachedPages = useCachedPages(teamId);
  const before = place?.index === 0 ? findPreviousPage(cachedPages, view) : undefined;
  const after =
    place && page?.nextCursor !== undefined ? nextView(view, page.nextCursor) : undefined;

  function open(neighbour: Member, list: MembersView) {
    void navigate(`${memberPath(teamId, neighbour)}?${listSearch(list)}`, { replace: true });
  }
  async function openAtEdge(list: MembersView, edge: 0 | -1) {
    const found = (await queryClient.fetchQuery(membersQuery(api, teamId, list))).members.at(edge);
    if (found) open(found, list);
  }
  function wayTo(neighbour: Member | undefined, list: MembersView | undefined, edge: 0 | -1) {
    if (neighbour) return () => open(neighbour, view);
    // A page that can't be read shows as a walk that doesn't move; the list itself tells why.
    return list && (() => void openAtEdge(list, edge).catch(() => {}));
  }

  const onPrevious = place && wayTo(place.previous, before, -1);
  const onNext = place && wayTo(place.next, after, 0);
  useShortcut(['j', 'k'], (key) => (key === 'j' ? onNext : onPrevious)?.());
  return { onPrevious, onNext, hasList };
}
