import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { type MembersPage, membersQuery } from '#console/features/members/members-queries.ts';
import { useTeamId } from '#console/session/team.ts';
import { Pager } from '#console/ui/table/pager.tsx';
import { nextView } from '#console/ui/table/use-cursor-pages.ts';
import { type MembersView, PAGE_SIZES } from './members-view.ts';

interface MembersPagerProps {
  readonly view: MembersView;
  readonly page: MembersPage;
  /** The page that was asked for has not come yet. */
  readonly isPlaceholder: boolean;
  readonly change: (changes: Partial<MembersView>) => void;
  readonly showNext: (cursor: string) => void;
  readonly showPrevious: () => void;
}

/** Which part of the list is shown, and the ways on; the next page is read before it is asked for. */
export function MembersPager(props: MembersPagerProps) {
  const { view, page, isPlaceholder, change, showNext, showPrevious } = props;
  const { from, total, members, nextCursor } = page;
  const teamId = useTeamId();
  const api = useApi();
  const queryClient = useQueryClient();
  const hasNext = nextCursor !== undefined && !isPlaceholder;

  function readAhead() {
    if (!hasNext) return;
    void queryClient.prefetchQuery(membersQuery(api, teamId, nextView(view, nextCursor)));
  }
  const readAheadNow = useEffectEvent(readAhead);
  useEffect(() => {
    if (nextCursor !== undefined && hasNext) readAheadNow();
  }, [nextCursor, hasNext]);

  return (
    <Pager
      from={from}
      to={from + members.length - 1}
      total={total}
      onPrevious={view.cursor === undefined ? undefined : showPrevious}
      onNext={hasNext ? () => showNext(nextCursor) : undefined}
      onNextIntent={readAhead}
      pageSize={{
        value: view.count,
        options: PAGE_SIZES,
        onChange: (size) => change({ count: PAGE_SIZES.find((one) => one === size) ?? 100 }),
      }}
    />
  );
}
