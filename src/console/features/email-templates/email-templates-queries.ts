import { queryOptions } from '@tanstack/react-query';
import type { Api } from '#console/api/api.ts';
import { type OffsetPage, offsetPage, pageQuery } from '#console/api/offset-page.ts';
import { placeholderPage } from '#console/api/placeholder-page.ts';
import type { PageSearch } from '#console/lib/page-search.ts';
import { type EmailTemplate, listEmailTemplates } from '#contract/advocacy/email-templates.ts';

/** A page of email templates. */
export function emailTemplatesQuery(api: Api, teamId: string, search: PageSearch) {
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
