import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { type CursorPage, cursorPage } from '#console/api/lists/cursor-page.ts';
import { placeholderPage } from '#console/lib/placeholder-page.ts';
import type { InputOf } from '#contract/endpoint.ts';
import type { JobRow } from '#contract/gateway/job.ts';
import { listJobRows } from '#contract/gateway/jobs.ts';
import { jobsKey } from './job-keys.ts';

interface JobRowsOptions {
  /** The parts of the job after whose change its rows are others. */
  readonly version: readonly unknown[];
  readonly filter: Pick<InputOf<(typeof listJobRows)['query']>, 'outcome' | 'state' | 'result'>;
  readonly view: {
    readonly cursor?: string | undefined;
    readonly from: number;
    readonly count: number;
  };
}

export function jobRowsQuery(
  { jobs }: Api,
  teamId: string,
  jobId: string,
  { version, filter, view }: JobRowsOptions,
) {
  return queryOptions({
    queryKey: [...jobsKey(teamId), 'rows', jobId, version, filter, view] as const,
    queryFn: async ({ signal }): Promise<CursorPage<JobRow>> => {
      const params = { team_id: teamId, job_id: jobId };
      const query = { ...filter, start_cursor: view.cursor, count: view.count };
      return cursorPage(await jobs?.request(listJobRows, { params, query, signal }), view);
    },
    placeholderData: (page) => placeholderPage(page, page?.rows),
  });
}
