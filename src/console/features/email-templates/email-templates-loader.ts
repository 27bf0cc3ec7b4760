import type { CreateLoader } from '#console/api/create-loader.ts';
import { readSearch } from '#console/ui/filter/use-search-state.ts';
import { emailTemplatesQuery } from './email-templates-queries.ts';
import { emailTemplatesSearchSchema } from './email-templates-search.ts';

export const emailTemplatesLoader: CreateLoader =
  ({ api, queryClient }) =>
  ({ params: { teamId = '' }, request }) => {
    const search = readSearch(emailTemplatesSearchSchema, new URL(request.url).searchParams);
    void queryClient.prefetchQuery(emailTemplatesQuery(api, teamId, search));
    return null;
  };
