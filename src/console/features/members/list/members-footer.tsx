import { useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { type MembersPage, membersQuery } from '#console/features/members/members-queries.ts';
import {
  DIRECTORY_PAGE_SIZES,
  type MembersView,
  PAGE_SIZES,
  storePageSize,
} from '#console/features/members/members-view.ts';
import { useTeamId } from '#console/session/team.ts';
import { LazyPart, lazyCode } from '#console/ui/lazy-part.tsx';
import { CursorPager } from '#console/ui/pager/cursor-pager.tsx';
import { type CursorPages, nextView } from '#console/ui/pager/use-cursor-pages.ts';
import type { Column } from '#console/ui/table/data-table-column.ts';
import type { Job } from '#contract/gateway/job.ts';
import type { Member } from '#contract/loyalty/members/member.ts';
import { countListedSimilar, type MemberSelection } from './bulk/use-member-selection.ts';
import { SimilarLine } from './search/similar-line.tsx';

const bulkBar = lazyCode(async () => (await import('./bulk/bulk-bar.tsx')).BulkBar);
const runningJobs = lazyCode(async () => (await import('./bulk/bulk-bar.tsx')).RunningJobs);

interface MembersFooterProps extends MembersPagerProps {
  /** Undefined where nothing can be done with many members. */
  readonly selection: MemberSelection | undefined;
  /** The filters that are set: "Status is blocked". */
  readonly filters: readonly string[];
  /** The columns of the list. */
  readonly columns: readonly Column<Member>[];
  /** Whether the dialog for an export is open. */
  readonly isExporting: boolean;
  readonly onExport: (isExporting: boolean) => void;
  readonly onStarted: (job: Job) => void;
  /** Why nothing can be done with many members yet. */
  readonly waitReason: string | undefined;
  readonly jobProgress: ReactNode;
}

export function MembersFooter(props: MembersFooterProps) {
  const { pages, page, isPlaceholder, jobProgress, selection, ...bulk } = props;
  const similar = countListedSimilar(pages.view, page);
  return (
    <>
      {jobProgress}
      {!isPlaceholder && <SimilarLine {...{ pages, page }} />}
      {selection && (selection.count > 0 || bulk.isExporting) && (
        <LazyPart
          code={bulkBar}
          onLoadError={() => bulk.onExport(false)}
          props={{ ...bulk, selection, similar }}
        />
      )}
      <MembersPager {...{ pages, page, isPlaceholder }} />
    </>
  );
}

/** The jobs that were started on the page with their progress, and whether the dialog for an export is open. */
export function useStartedJobs() {
  const [isExporting, setIsExporting] = useState(false);
  const [ids, setIds] = useState<readonly string[]>([]);
  const add = ({ id }: Job) => setIds((others) => [...others, id]);
  const dismiss = (id: string) => setIds((others) => others.filter((other) => other !== id));
  const progress = ids.length > 0 && (
    <LazyPart code={runningJobs} props={{ ids, onStarted: add, onDismiss: dismiss }} />
  );
  return { add, progress, isExporting, setIsExporting };
}

interface MembersPagerProps {
  readonly pages: CursorPages<MembersView>;
  readonly page: MembersPage;
  /** `page` is the previous page, shown until the requested one is loaded. */
  readonly isPlaceholder: boolean;
}

/** The pager of the list. Prefetches the next page. */
function MembersPager({ pages, page, isPlaceholder }: MembersPagerProps) {
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
