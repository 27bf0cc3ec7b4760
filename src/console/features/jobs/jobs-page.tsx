import { ListChecks } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Navigate, useSearchParams } from 'react-router';
import { useApi } from '#console/api/api-context.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { paths } from '#console/paths.ts';
import { useMissingScope } from '#console/session/session-context.ts';
import { useTeamId } from '#console/session/team.ts';
import { jobName } from '#console/shared/jobs/job-labels.ts';
import { UndoJobDialog } from '#console/shared/jobs/undo-job.tsx';
import { useLiveJobs } from '#console/shared/jobs/use-live-jobs.ts';
import { useTierNamesById } from '#console/shared/members/tier-names.ts';
import { MenuItem } from '#console/ui/overlay/menu-item.tsx';
import { ListPage } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { cursorPaging } from '#console/ui/pager/cursor-paging.tsx';
import { useCursorPages } from '#console/ui/pager/use-cursor-pages.ts';
import type { Job } from '#contract/gateway/job.ts';
import { byGroup, jobColumns, jobGroup } from './job-columns.tsx';
import { jobsQuery, jobsSearch } from './jobs-queries.ts';
import { useJobActions } from './use-job-actions.tsx';

export function JobsPage() {
  const teamId = useTeamId();
  useLiveJobs(teamId);
  const pages = useCursorPages(jobsSearch.parse, jobsSearch.write);
  const { view } = pages;
  const list = useListQuery(jobsQuery(useApi(), teamId, view), {
    what: 'jobs',
    rows: ({ rows }) => rows,
    missingScope: useMissingScope('teams:read'),
    cursor: view.cursor,
  });
  const jobs = list.rows;
  const [undoing, setUndoing] = useState<Job>();
  const hasTiers =
    jobs?.some(
      ({ summary: { filter, change } }) => filter?.tier || filter?.tier_not || hasTier(change),
    ) ?? false;
  const tierNames = useTierNamesById(hasTiers);
  const columns = useMemo(() => {
    const byId = new Map(jobs?.map((job) => [job.id, job]));
    return jobColumns(byId, list.updatedAt, tierNames);
  }, [jobs, list.updatedAt, tierNames]);
  // Links to a job from before it had a page.
  const linked = useSearchParams()[0].get('job');
  if (linked !== null) return <Navigate to={paths.job(teamId, linked)} replace />;
  return (
    <ListPage
      title="Jobs"
      description="Exports, imports and bulk changes of members. They keep running when you leave."
      list={{ ...list, rows: list.rows && byGroup(list.rows) }}
      columns={columns}
      cards="tall"
      density="tall"
      rowKey={({ id }) => id}
      rowHref={({ id }) => paths.job(teamId, id)}
      rowMenu={{
        label: (job) => jobName(job),
        items: (job) => <JobMenu job={job} onUndo={() => setUndoing(job)} />,
      }}
      groupOf={jobGroup}
      empty={
        <EmptyState icon={<ListChecks />} title="No jobs yet">
          <p>Export, import or change many members, and follow the progress here.</p>
        </EmptyState>
      }
      {...cursorPaging(pages, list)}
    >
      {undoing && <UndoJobDialog job={undoing} onClose={() => setUndoing(undefined)} />}
    </ListPage>
  );
}

interface JobMenuProps {
  readonly job: Job;
  readonly onUndo: () => void;
}

function JobMenu({ job, onUndo }: JobMenuProps) {
  return useJobActions(job, onUndo).map(({ label, icon, disabledReason, onSelect }) => (
    <MenuItem key={label} icon={icon} disabledReason={disabledReason} onSelect={onSelect}>
      {label}
    </MenuItem>
  ));
}

const hasTier = (change: unknown) => Object.hasOwn((change ?? {}) as object, 'tier_id');
