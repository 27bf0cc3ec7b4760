import { queryOptions } from '@tanstack/react-query';
import * as z from 'zod/mini';
import type { Api } from '#console/api/api.ts';
import type { CreateLoader } from '#console/api/create-loader.ts';
import { listAllPages } from '#console/api/lists/list-all-pages.ts';
import { type OffsetPage, offsetPage, pageQuery } from '#console/api/lists/offset-page.ts';
import { pageSearchFields, searchTextField } from '#console/api/lists/page-search-fields.ts';
import { placeholderPage } from '#console/lib/placeholder-page.ts';
import type { PageSearch } from '#console/lib/url/page-search.ts';
import { readSearch } from '#console/lib/url/search-params.ts';
import { type EmailTemplate, listEmailTemplates } from '#contract/advocacy/email-templates.ts';

export const emailTemplatesSearchSchema = z.object({ ...pageSearchFields, q: searchTextField });

export function emailTemplatesQuery(api: Api, teamId: string, { page, size }: PageSearch) {
  const search = { page, size };
  return queryOptions({
    queryKey: ['teams', teamId, 'email-templates', search],
    queryFn: async ({ signal }): Promise<OffsetPage<EmailTemplate>> => {
      const response = await api.advocacy.request(listEmailTemplates, {
        params: { team_id: teamId },
        query: pageQuery(search),
        signal,
      });
      return offsetPage(response, search);
    },
    placeholderData: (page) => placeholderPage(page, page?.rows),
  });
}

/** All templates: for the search, and to find one by its ID. */
export function allEmailTemplatesQuery(api: Api, teamId: string) {
  return queryOptions({
    queryKey: ['teams', teamId, 'email-templates', 'all'],
    queryFn: ({ signal }) =>
      listAllPages((query) =>
        api.advocacy.request(listEmailTemplates, { params: { team_id: teamId }, query, signal }),
      ),
  });
}

export const emailTemplatesLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' }, request }) => {
    const search = readSearch(emailTemplatesSearchSchema, new URL(request.url).searchParams);
    if (search.q === undefined) {
      void queryClient.prefetchQuery(emailTemplatesQuery(api, teamId, search));
    } else void queryClient.prefetchQuery(allEmailTemplatesQuery(api, teamId));
    return null;
  };
