import { ListChecks } from 'lucide-react';
import { useMemo } from 'react';
import { useApi } from '#console/api/api-context.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { useLiveJobs } from '#console/shared/jobs/use-live-jobs.ts';
import { useTierNamesById } from '#console/shared/members/tier-names.ts';
import { ListPage } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { CursorPager } from '#console/ui/pager/cursor-pager.tsx';
import { useCursorPages } from '#console/ui/pager/use-cursor-pages.ts';
import { jobColumns } from './job-columns.tsx';
import { jobsQuery, jobsSearch, parseJobsView } from './jobs-queries.ts';

/** Exports, imports and changes of many members, and their progress. */
export function JobsPage() {
  const teamId = useTeamId();
  useLiveJobs(teamId);
  const pages = useCursorPages(parseJobsView, jobsSearch);
  const { view } = pages;
  const list = useListQuery(jobsQuery(useApi(), teamId, view), {
    what: 'jobs',
    rows: ({ jobs }) => jobs,
    missingScope: useMissingScope('teams:read'),
    cursor: view.cursor,
  });
  const page = list.data;
  const hasTiers = page?.jobs.some(({ summary }) => summary.filter?.tier) ?? false;
  const tierNames = useTierNamesById(hasTiers);
  const jobs = page?.jobs;
  const columns = useMemo(() => {
    const byId = new Map(jobs?.map((job) => [job.id, job]));
    return jobColumns(byId, list.updatedAt, tierNames);
  }, [jobs, list.updatedAt, tierNames]);
  return (
    <ListPage
      title="Jobs"
      description="Exports, imports and bulk changes of members. They keep running when you leave."
      list={list}
      total={page?.total}
      columns={columns}
      cards="tall"
      density="tall"
      rowKey={({ id }) => id}
      rowHref={({ id, kind }) => (kind === 'import' ? paths.memberImport(teamId, id) : undefined)}
      highlightedKey={view.job}
      empty={
        <EmptyState icon={<ListChecks />} title="No jobs yet">
          <p>Export, import or change many members, and follow the progress here.</p>
        </EmptyState>
      }
      onFirstPage={pages.showFirst}
      pager={
        page && (
          <CursorPager
            pages={pages}
            page={page}
            rowCount={page.jobs.length}
            isPlaceholder={list.isPlaceholderData}
          />
        )
      }
    />
  );
}
