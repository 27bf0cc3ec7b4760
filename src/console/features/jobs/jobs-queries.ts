import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Api } from '#console/api/api.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import { placeholderPage } from '#console/lib/placeholder-page.ts';
import { jobsListKey } from '#console/shared/jobs/job-keys.ts';
import {
  isActive,
  type JobList,
  jobQuery,
  PROGRESS_POLL_MS,
} from '#console/shared/jobs/job-query.ts';
import { listJobs } from '#contract/gateway/jobs.ts';

const PAGE_SIZE = 50;

const viewSchema = z.object({
  cursor: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  from: z.catch(z.pipe(z.coerce.number(), z.int().check(z.positive())), 1),
});

export interface JobsView {
  readonly cursor?: string | undefined;
  readonly from: number;
  readonly count: number;
}

export function parseJobsView(search: URLSearchParams): JobsView {
  const { cursor, from } = viewSchema.parse(Object.fromEntries(search));
  return { cursor, from: cursor === undefined ? 1 : from, count: PAGE_SIZE };
}

export function jobsSearch({ cursor, from }: JobsView): string {
  return cursor === undefined ? '' : new URLSearchParams({ from: String(from), cursor }).toString();
}

export interface JobsPage extends JobList {
  readonly total: number;
  readonly from: number;
  readonly nextCursor: string | undefined;
}

export function jobsQuery(api: Api, teamId: string, view: JobsView) {
  return queryOptions({
    queryKey: [...jobsListKey(teamId), view] as const,
    queryFn: async ({ signal }): Promise<JobsPage> => {
      const page = await api.jobs?.request(listJobs, {
        params: { team_id: teamId },
        query: { start_cursor: view.cursor, count: view.count },
        signal,
      });
      return {
        jobs: page?.data ?? [],
        total: page?.total ?? 0,
        from: view.from,
        nextCursor: page?.next_cursor ?? undefined,
      };
    },
    placeholderData: (page) => placeholderPage(page, page?.jobs),
    refetchInterval: ({ state }) => (state.data?.jobs.some(isActive) ? PROGRESS_POLL_MS : false),
  });
}

export const jobsLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' }, request }) => {
    if (!api.jobs) return null;
    const view = parseJobsView(new URL(request.url).searchParams);
    void queryClient.prefetchQuery(jobsQuery(api, teamId, view));
    return null;
  };

export const jobLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '', jobId = '' } }) => {
    if (api.jobs) void queryClient.prefetchQuery(jobQuery(api, teamId, jobId));
    return null;
  };
