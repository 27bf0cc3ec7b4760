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
import { Pager } from '#console/ui/pager/pager.tsx';
import { nextView } from '#console/ui/pager/use-cursor-pages.ts';

interface MembersPagerProps {
  readonly view: MembersView;
  readonly page: MembersPage;
  /** `page` is the previous page, shown until the requested one is loaded. */
  readonly isPlaceholder: boolean;
  readonly change: (changes: Partial<MembersView>) => void;
  readonly showNext: (cursor: string) => void;
  readonly showPrevious: () => void;
  readonly isPreviousFirst: boolean;
}

/** The pager of the list. Prefetches the next page. */
export function MembersPager(props: MembersPagerProps) {
  const { view, page, isPlaceholder, change, showNext, showPrevious } = props;
  const { from, total, members, nextCursor } = page;
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
    <Pager
      from={from}
      to={from + members.length - 1}
      total={total}
      onPrevious={view.cursor === undefined ? undefined : showPrevious}
      isPreviousFirst={props.isPreviousFirst}
      onNext={hasNext ? () => showNext(nextCursor) : undefined}
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
