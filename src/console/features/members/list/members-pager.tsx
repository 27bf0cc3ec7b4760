import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { type MembersPage, membersQuery } from '#console/features/members/members-queries.ts';
import {
  DIRECTORY_PAGE_SIZES,
  type MembersView,
  PAGE_SIZES,
} from '#console/features/members/members-view.ts';
import { storePageSize } from '#console/features/members/page-size.ts';
import { useTeamId } from '#console/session/team.ts';
import { CursorPager } from '#console/ui/pager/cursor-pager.tsx';
import { type CursorPages, nextView } from '#console/ui/pager/use-cursor-pages.ts';

interface MembersPagerProps {
  readonly pages: CursorPages<MembersView>;
  readonly page: MembersPage;
  /** `page` is the previous page, shown until the requested one is loaded. */
  readonly isPlaceholder: boolean;
}

/** The pager of the list. Prefetches the next page. */
export function MembersPager({ pages, page, isPlaceholder }: MembersPagerProps) {
  const { view, change } = pages;
  const { nextCursor } = page;
  const pageSizes = page.isFromDirectory ? DIRECTORY_PAGE_SIZES : PAGE_SIZES;
  const teamId = useTeamId();
  const api = useApi();
  const queryClient = useQueryClient();
  const hasNext = nextCursor !== undefined && !isPlaceholder;

  function prefetchNext() {
    if (!hasNext) return;
    void queryClient.prefetchQuery(membersQuery(api, teamId, nextView(view, nextCursor)));
  }
  const prefetchOnLoad = useEffectEvent(prefetchNext);
  useEffect(() => {
    if (nextCursor !== undefined && hasNext) prefetchOnLoad();
  }, [nextCursor, hasNext]);

  return (
    <CursorPager
      pages={pages}
      page={page}
      rowCount={page.members.length}
      isPlaceholder={isPlaceholder}
      onNextIntent={prefetchNext}
      pageSize={{
        value: view.count,
        options: pageSizes,
        onChange: (size) => {
          if (page.isFromDirectory) storePageSize(size);
          change({ count: pageSizes.find((option) => option === size) ?? 100 });
        },
      }}
    />
  );
}
