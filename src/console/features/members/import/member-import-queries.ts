import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Api } from '#console/api/api.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import { placeholderPage } from '#console/lib/placeholder-page.ts';
import { jobsKey } from '#console/shared/jobs/job-keys.ts';
import { jobQuery } from '#console/shared/jobs/job-query.ts';
import type { Job, JobRow } from '#contract/gateway/job.ts';
import { listJobRows } from '#contract/gateway/jobs.ts';

/** Rows of the file, by what the check or the import made of them. */
export const ROW_FILTERS = ['invalid', 'failed', 'create', 'update', 'same'] as const;
export type RowFilter = (typeof ROW_FILTERS)[number];

const PAGE_SIZE = 50;

const viewSchema = z.object({
  show: z.catch(z.optional(z.enum(ROW_FILTERS)), undefined),
  cursor: z.catch(z.optional(z.string().check(z.minLength(1))), undefined),
  from: z.catch(z.pipe(z.coerce.number(), z.int().check(z.positive())), 1),
});

export interface RowsView {
  /** Undefined shows those that matter most. */
  readonly show?: RowFilter | undefined;
  readonly cursor?: string | undefined;
  readonly from: number;
  readonly count: number;
}

export function parseRowsView(search: URLSearchParams): RowsView {
  return { ...viewSchema.parse(Object.fromEntries(search)), count: PAGE_SIZE };
}

export function rowsSearch({ show, cursor, from }: RowsView): string {
  const search = new URLSearchParams();
  if (show !== undefined) search.set('show', show);
  if (cursor !== undefined) {
    search.set('from', String(from));
    search.set('cursor', cursor);
  }
  return search.toString();
}

export interface RowsPage {
  readonly rows: readonly JobRow[];
  readonly total: number;
  readonly from: number;
  readonly nextCursor: string | undefined;
}

/** @param job its state decides whether the rows are those of the check or of the import */
export function rowsQuery(
  api: Api,
  teamId: string,
  job: Pick<Job, 'id' | 'state' | 'failed' | 'revision'>,
  view: RowsView & { readonly show: RowFilter },
) {
  // Checked again, rows have other outcomes.
  const check = job.state === 'checked' ? job.revision : undefined;
  return queryOptions({
    queryKey: [...jobsKey(teamId), 'rows', job.id, job.state, job.failed, check, view] as const,
    queryFn: async ({ signal }): Promise<RowsPage> => {
      const { show, cursor, count, from } = view;
      const filter = show === 'failed' ? { state: show } : { outcome: show };
      const page = await api.jobs?.request(listJobRows, {
        params: { team_id: teamId, job_id: job.id },
        query: { ...filter, start_cursor: cursor, count },
        signal,
      });
      return {
        rows: page?.data ?? [],
        total: page?.total ?? 0,
        from,
        nextCursor: page?.next_cursor ?? undefined,
      };
    },
    placeholderData: (page) => placeholderPage(page, page?.rows),
  });
}

export const memberImportLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '', jobId = '' } }) => {
    if (api.jobs) void queryClient.prefetchQuery(jobQuery(api, teamId, jobId));
    return null;
  };
