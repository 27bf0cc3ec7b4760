import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Api } from '#console/api/api.ts';
import { placeholderPage } from '#console/lib/placeholder-page.ts';
import { jobsKey } from '#console/shared/jobs/job-keys.ts';
import { isActive, PROGRESS_POLL_MS } from '#console/shared/jobs/job-query.ts';
import { JOB_ROW_RESULTS, type Job, type JobRow } from '#contract/gateway/job.ts';
import { listJobRows } from '#contract/gateway/jobs.ts';

const PAGE_SIZE = 50;

const viewSchema = z.object({
  result: z.catch(z.optional(z.enum(JOB_ROW_RESULTS)), undefined),
  cursor: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  from: z.catch(z.pipe(z.coerce.number(), z.int().check(z.positive())), 1),
});

export interface JobRowsView extends z.output<typeof viewSchema> {
  readonly count: number;
}

export function parseJobRowsView(search: URLSearchParams): JobRowsView {
  return { ...viewSchema.parse(Object.fromEntries(search)), count: PAGE_SIZE };
}

export function jobRowsSearch({ result, cursor, from }: JobRowsView): string {
  const search = new URLSearchParams();
  if (result !== undefined) search.set('result', result);
  if (cursor !== undefined) {
    search.set('from', String(from));
    search.set('cursor', cursor);
  }
  return search.toString();
}

export interface JobRowsPage {
  readonly rows: readonly JobRow[];
  readonly total: number;
  readonly from: number;
  readonly nextCursor: string | undefined;
}

/** The rows of a job with their results, which change while it runs. */
export function jobRowsQuery(
  api: Api,
  teamId: string,
  job: Pick<Job, 'id' | 'state'>,
  view: JobRowsView,
) {
  return queryOptions({
    queryKey: [...jobsKey(teamId), 'results', job.id, job.state, view] as const,
    queryFn: async ({ signal }): Promise<JobRowsPage> => {
      const page = await api.jobs?.request(listJobRows, {
        params: { team_id: teamId, job_id: job.id },
        query: { result: view.result, start_cursor: view.cursor, count: view.count },
        signal,
      });
      return {
        rows: page?.data ?? [],
        total: page?.total ?? 0,
        from: view.from,
        nextCursor: page?.next_cursor ?? undefined,
      };
    },
    placeholderData: (page) => placeholderPage(page, page?.rows),
    refetchInterval: isActive(job) ? PROGRESS_POLL_MS : false,
  });
}
