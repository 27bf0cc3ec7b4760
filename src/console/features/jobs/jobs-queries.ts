import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Api } from '#console/api/api.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import { type CursorPage, cursorPage } from '#console/api/lists/cursor-page.ts';
import { placeholderPage } from '#console/lib/placeholder-page.ts';
import { cursorFields, cursorSearch } from '#console/lib/url/cursor-search.ts';
import { jobsListKey } from '#console/shared/jobs/job-keys.ts';
import { isActive, PROGRESS_POLL_MS } from '#console/shared/jobs/job-query.ts';
import type { Job } from '#contract/gateway/job.ts';
import { listJobs } from '#contract/gateway/jobs.ts';

export const jobsSearch = cursorSearch(z.object(cursorFields));

export function jobsQuery(api: Api, teamId: string, view: ReturnType<typeof jobsSearch.parse>) {
  return queryOptions({
    queryKey: [...jobsListKey(teamId), view] as const,
    queryFn: async ({ signal }): Promise<CursorPage<Job>> => {
      const params = { team_id: teamId };
      const query = { start_cursor: view.cursor, count: view.count };
      return cursorPage(await api.jobs?.request(listJobs, { params, query, signal }), view);
    },
    placeholderData: (page) => placeholderPage(page, page?.rows),
    refetchInterval: ({ state }) => (state.data?.rows.some(isActive) ? PROGRESS_POLL_MS : false),
  });
}

export const jobsLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' }, request }) => {
    if (!api.jobs) return null;
    const view = jobsSearch.parse(new URL(request.url).searchParams);
    void queryClient.prefetchQuery(jobsQuery(api, teamId, view));
    return null;
  };
