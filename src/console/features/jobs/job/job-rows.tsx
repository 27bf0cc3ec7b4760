import { useMemo } from 'react';
import * as z from 'zod/mini';
import { useApi } from '#console/api/api-context.ts';
import { useListQuery } from '#console/api/lists/use-list-query.ts';
import { formatNumber } from '#console/lib/format/format-number.ts';
import { cursorFields, cursorSearch } from '#console/lib/url/cursor-search.ts';
import { paths } from '#console/paths.ts';
import { useTeamId } from '#console/session/team.ts';
import { isActive, PROGRESS_POLL_MS } from '#console/shared/jobs/job-query.ts';
import { jobRowsQuery } from '#console/shared/jobs/job-rows-query.ts';
import { changedCount } from '#console/shared/jobs/job-sentence.ts';
import { ChoiceChip } from '#console/ui/filter/choice-chip.tsx';
import { ListTable } from '#console/ui/page/list-page.tsx';
import { EmptyState } from '#console/ui/page/list-states.tsx';
import { cursorPaging } from '#console/ui/pager/cursor-paging.tsx';
import { useCursorPages } from '#console/ui/pager/use-cursor-pages.ts';
import { JOB_ROW_RESULTS, type Job, type JobRow } from '#contract/gateway/job.ts';
import { jobRowColumns, rowResultLabel } from './job-row-columns.tsx';

const rowsSearch = cursorSearch(
  z.object({
    result: z.catch(z.optional(z.enum(JOB_ROW_RESULTS)), undefined),
    ...cursorFields,
  }),
);

export function JobRows({ job }: { readonly job: Job }) {
  const teamId = useTeamId();
  const pages = useCursorPages(rowsSearch.parse, rowsSearch.write);
  const { view } = pages;
  const { result, ...page } = view;
  const isRunning = isActive(job);
  const columns = useMemo(() => jobRowColumns(isRunning), [isRunning]);
  const resultLabel = (show: string) => (show === ALL ? 'All' : rowResultLabel(show, isRunning));
  const optionLabel = (show: string, count: number | undefined) =>
    count === undefined ? resultLabel(show) : `${resultLabel(show)} (${formatNumber(count)})`;
  const query = {
    ...jobRowsQuery(useApi(), teamId, job.id, {
      version: [job.state],
      filter: { result },
      view: page,
    }),
    refetchInterval: isRunning ? PROGRESS_POLL_MS : (false as const),
  };
  const list = useListQuery(query, {
    what: 'rows',
    rows: ({ rows }) => rows,
    cursor: view.cursor,
  });
  const counts = resultCounts(job);
  const show = result ?? ALL;
  const options = [ALL, ...JOB_ROW_RESULTS]
    .filter((value) => value === show || counts[value] !== 0)
    .map((value) => ({ value, label: optionLabel(value, counts[value]) }));
  const clear = () => pages.change({ result: undefined });
  return (
    <>
      <div>
        <ChoiceChip
          label="Result"
          text={resultLabel(show)}
          options={options}
          value={show}
          onChoose={(result) =>
            pages.change({ result: JOB_ROW_RESULTS.find((each) => each === result) })
          }
        />
      </div>
      <ListTable
        label="Rows of the job"
        list={list}
        columns={columns}
        cards="tall"
        density="tall"
        rowKey={({ row }) => String(row)}
        rowHref={(row) => (isMember(job, row) ? paths.member(teamId, row.member_id) : undefined)}
        skeletonRows={Math.min(10, Math.max(1, job.total))}
        filters={result === undefined ? [] : [`Result is ${resultLabel(show)}`]}
        onClearFilters={clear}
        empty={
          <EmptyState title="No rows">
            <p>They are deleted after 30 days.</p>
          </EmptyState>
        }
        {...cursorPaging(pages, list)}
      />
    </>
  );
}

/** Shows every row. */
const ALL = 'all';

/** Rows by their result, as far as the job counts them. */
function resultCounts(job: Job): Partial<Record<string, number>> {
  const { changed, skipped, failed, total, done } = job;
  if (changed == null || skipped == null) return { failed, pending: total - done };
  return { changed: changedCount(job), skipped, failed, pending: total - done };
}

/** Whether the row's member has a page. */
function isMember({ kind }: Job, { outcome, result, state }: JobRow): boolean {
  if (kind === 'delete') return result === 'pending' || result === 'failed';
  if (outcome === 'create') return state === 'done';
  return outcome !== 'invalid';
}
