import { keepPreviousData, queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { offsetPage, pageQuery } from '#console/api/offset-page.ts';
import type { PageSearch } from '#console/lib/page-search.ts';
import { listEmailTemplates } from '#contract/advocacy/email-templates.ts';

/** A page of the team's e-mail templates. */
export function emailTemplatesQuery(api: Api, teamId: string, search: PageSearch) {
  return queryOptions({
    queryKey: ['teams', teamId, 'email-templates', search],
    placeholderData: keepPreviousData,
    queryFn: async ({ signal }) => {
      const reply = await api.advocacy.request(listEmailTemplates, {
        params: { team_id: teamId },
        query: pageQuery(search),
        signal,
      });
      return offsetPage(reply, search);
    },
  });
}
